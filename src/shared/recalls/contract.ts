import { z } from 'zod'
import type { DeliveryOutcome, DeliveryStatus } from '#shared/email/contract.ts'
import { isPlainText } from '#shared/releases/contract.ts'

/** The ids of notifications about a withdrawn or recalled release begin with this. */
export const RECALL_NOTIFICATION = 'recall-'

/** A recalled release that the viewer downloaded and has not confirmed. */
export type RecallNotice = {
  releaseId: number
  productName: string
  /** Null where the product is not listed any more. */
  slug: string | null
  version: string
  reason: string
  /** What everyone who has the file must do. */
  advice: string
  recalledAt: string
}

/** Mails of a notice, counted by their state. An address that is listed under no state gets no mail. */
export type NoticeMails = {
  /** All of them. */
  total: number
  /** Not sent yet. */
  waiting: number
  /** Accepted by the provider, including delivered and bounced ones. */
  sent: number
  delivered: number
  /** Bounced, failed or suppressed after the provider accepted them. */
  bounced: number
  /** Refused at every attempt, or never tried because the address bounced before. */
  dead: number
}

/** A withdrawn release, and the people who have its file. */
export type WithdrawnVersion = {
  releaseId: number
  productId: number
  productName: string
  version: string
  publishedAt: string | null
  withdrawnAt: string
  /** The version that new buyers get; null: none. */
  replacement: string | null
  /** Requests of the file, including repeated and partial ones. */
  downloads: number
  /** Accounts and purchases without an account, each counted once. */
  people: number
  /** Of `people`: those with an account. Only they can confirm. */
  accounts: number
  /** Emergency links with a download: their users are unknown. */
  unknown: number
  mails: NoticeMails
  /** Accounts that confirmed the notice of the recall. */
  seen: number
}

export type IncidentStep = {
  doneAt: string
  /** The admin's name; null where the account was deleted. */
  doneBy: string | null
  note: string
}

export type IncidentClock = {
  name: string
  /** Null: the clock is no longer configured; only its step is left. */
  dueAt: string | null
  step: IncidentStep | null
}

/** The report sheet of a recall. All versions of the file share it. */
export type IncidentReport = {
  awareAt: string
  note: string
  clocks: IncidentClock[]
}

export type WithdrawalDetail = {
  releaseId: number
  productId: number
  productName: string
  version: string
  fileName: string
  size: number
  sha256: string
  reason: string | null
  /** Null: the release was withdrawn, not recalled. */
  advice: string | null
  /** The withdrawn releases of the file. Of a release that was not recalled: only itself. */
  versions: WithdrawnVersion[]
  /** The entries of the public log about the file, oldest first, at most 100. */
  entries: { index: number; type: string; at: string }[]
  /** Null where the release was not recalled. */
  report: IncidentReport | null
}

export type NoticeMail = {
  to: string
  status: DeliveryStatus
  outcome: DeliveryOutcome | null
}

/** Somebody who downloaded the release. */
export type Downloader = {
  /** The first download. */
  id: number
  /** Null: a purchase without an account. */
  user: { id: number; name: string | null } | null
  /** The purchase whose link was used. */
  paymentId: number | null
  /** Null where it was erased with the account. */
  email: string | null
  firstDownloadAt: string
  mails: NoticeMail[]
  seenAt: string | null
}

export const MAX_INCIDENT_NOTE = 2000

const note = z
  .string()
  .trim()
  .max(MAX_INCIDENT_NOTE, `The note has at most ${MAX_INCIDENT_NOTE} characters`)
  .refine(isPlainText, 'The note has characters that cannot be shown')
  .transform((text) => text.replace(/\r\n?/g, '\n'))

export const incidentReportSchema = z.object({ awareAt: z.iso.datetime({ offset: true }), note })
export type IncidentReportChange = z.infer<typeof incidentReportSchema>

/** The name of a clock. */
const clock = z.string().trim().min(1).max(100)

export const incidentStepSchema = z.object({ clock, note: note.default('') })
export const incidentUndoSchema = z.object({ clock })
