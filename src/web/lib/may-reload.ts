const AGAIN_AFTER_MS = 60_000

export type ReloadState = {
  online: boolean
  /** The reader pressed Retry. */
  asked: boolean
  /** The network was lost on this page, and is back. */
  returned: boolean
  /** The time of the last reload because of missing code, in epoch milliseconds; 0: never. */
  reloadedAt: number
  now: number
}

/**
 * Whether the page may be reloaded: not without a network, and not twice in a row unless the reader presses Retry or the
 * network comes back.
 */
export const mayReload = ({ online, asked, returned, reloadedAt, now }: ReloadState): boolean =>
  online && (asked || returned || now - reloadedAt >= AGAIN_AFTER_MS)
