import { z } from 'zod'

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

/** What the owner of a locked account does next, in this order. The dashboard adds a link to some steps. */
export const NEXT_STEPS = [
  {
    id: 'disconnect',
    title: 'Disconnect the machine',
    text: 'Take the machine that may be compromised off every network, and stop the scripts on it. Do the next steps on another, clean device.',
  },
  {
    id: 'funds',
    title: 'Move your funds to a new wallet',
    text: 'Make the new wallet, with a new seed phrase, on the clean device, and send everything of value to it. Then revoke the token approvals of the old wallet: the permissions by which contracts may spend its tokens and NFTs. If we pay referral commission to the old wallet, change your payout address.',
  },
  {
    id: 'password',
    title: 'Change your password',
    text: 'Choose a new one on the clean device, here and wherever you used the same one. Change the password of your mailbox too: it can reset this one.',
  },
  {
    id: 'verify',
    title: 'Check the files that you run',
    text: 'Compare each script with the public log before you start it again. If the log does not know a file, do not run it. Download it again, or write to us.',
  },
  {
    id: 'licences',
    title: 'Set up your scripts again',
    text: 'On a clean machine, download them again. Save the new licence.json beside each script that checks its licence.',
  },
  {
    id: 'support',
    title: 'Write to us',
    text: 'Tell us what you noticed, above all if a file from this shop may be the cause. Never send a private key or a seed phrase.',
  },
] as const

export type NextStep = (typeof NEXT_STEPS)[number]

/** What a lockdown cannot end. */
export const LEASE_NOTE =
  'A device that ran a script before may run it for up to 7 more days without asking us: that right cannot be taken back.'
