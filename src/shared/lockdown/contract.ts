import { z } from 'zod'

export const lockdownSchema = z.object({
  password: z.string().min(1, 'Please enter your password').max(256),
})
export type LockdownForm = z.infer<typeof lockdownSchema>

/** How far back a lockdown lists downloads, in days. */
export const DOWNLOAD_DAYS = 30
/** Maximum number of listed downloads. */
export const DOWNLOADS_SHOWN = 20

/** What a lockdown replaces or ends. Licences that were revoked get a new key too, but are not counted. */
export const lockdownCountsSchema = z.object({
  licences: z.number().int(),
  devices: z.number().int(),
  /** Logins of other devices or browsers. */
  sessions: z.number().int(),
  /** Mailed links for the password or the email address that were not used yet. */
  mailedLinks: z.number().int(),
})
export type LockdownCounts = z.infer<typeof lockdownCountsSchema>

export type RecentDownload = {
  id: number
  downloadedAt: string
  productName: string
  version: string
  sha256: string
  /** The network or address that it came from; null where it is not known, or erased. */
  network: string | null
  /** A readable name of the browser: "Firefox on Windows". */
  device: string
}

export type LockdownReport = {
  lockedAt: string
  done: LockdownCounts
  /** Newest first, at most DOWNLOADS_SHOWN, of the last DOWNLOAD_DAYS days. */
  downloads: RecentDownload[]
  hasMoreDownloads: boolean
}

export type LockdownState = {
  /** What a lockdown would replace or end now. */
  counts: LockdownCounts
  /** The last lockdown; null: there was none in the last DOWNLOAD_DAYS days. */
  last: LockdownReport | null
}
