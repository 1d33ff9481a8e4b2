const AGAIN_AFTER_MS = 60_000

export type ReloadState = {
  online: boolean
  /** Somebody pressed Retry. */
  asked: boolean
  /** When the page was last reloaded for want of code; 0: never. */
  reloadedAt: number
  now: number
}

/** Whether reloading the page may help: never without a network, and not twice in a row unless the reader asks. */
export const mayReload = ({ online, asked, reloadedAt, now }: ReloadState): boolean =>
  online && (asked || now - reloadedAt >= AGAIN_AFTER_MS)
