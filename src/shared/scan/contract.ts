import { z } from 'zod'
import { manifestSchema } from './manifest-contract.ts'
import { FINDING_KINDS, type KeyUse, RISK_KINDS } from './terms.ts'

/** The licence, the footer and the landing page promise that no script asks for a key. Others are not published. */
export const PROMISED_KEY_USES: readonly KeyUse[] = ['none', 'addresses']
export const BREAKS_KEY_PROMISE =
  'It declares that it handles private keys, and the shop promises on its pages that no script does. Publish a version without them.'

export const findingSchema = z.object({
  kind: z.enum(FINDING_KINDS),
  /** What exactly: a host, a name, a file; `*`: only the run decides. */
  value: z.string(),
  path: z.string(),
  line: z.number().int(),
  /** The line, at most 160 characters. */
  code: z.string(),
  isDeclared: z.boolean(),
})
export type Finding = z.infer<typeof findingSchema>

/** A text of the archive, as the product's page shows it. */
export const shownTextSchema = z.object({
  path: z.string(),
  text: z.string(),
  /** The text is longer than what is shown. */
  isCut: z.boolean(),
})
export type ShownText = z.infer<typeof shownTextSchema>

export const scanSchema = z.object({
  /** The version of the scan's rules. */
  rules: z.number().int(),
  manifest: manifestSchema.nullable(),
  /** Sorted by kind; at most MAX_FINDINGS. */
  findings: z.array(findingSchema),
  /** All that were found, where there are more than `findings` has. */
  findingCount: z.number().int(),
  /** Lines of code and number of code files that were read. */
  lines: z.number().int(),
  files: z.number().int(),
})
export type Scan = z.infer<typeof scanSchema>

export const MAX_FINDINGS = 200
/** Lines of each code file that a product's page shows. */
export const FIRST_LINES = 40

/** A second admin's confirmation of what is not declared, or of what a version does more than the one before. */
export const confirmationSchema = z.object({ reason: z.string(), confirmedAt: z.string() })
export type Confirmation = z.infer<typeof confirmationSchema>

/** The scan of the current release, as the page of its product begins with it. */
export const scanSummarySchema = z.object({
  manifest: manifestSchema.nullable(),
  findingCount: z.number().int(),
  undeclaredCount: z.number().int(),
  confirmation: confirmationSchema.nullable(),
  lines: z.number().int(),
  files: z.number().int(),
})
export type ScanSummary = z.infer<typeof scanSummarySchema>

/** The whole scan of the current release, and texts from its archive. */
export const scanReportSchema = z.object({
  version: z.string(),
  scan: scanSchema,
  texts: z.array(shownTextSchema),
  confirmation: confirmationSchema.nullable(),
})
export type ScanReport = z.infer<typeof scanReportSchema>

/** Something that a version declares for the first time. */
export const riskSchema = z.object({ kind: z.enum(RISK_KINDS), value: z.string() })
export type Risk = z.infer<typeof riskSchema>

/** The scan of a release in the back office. */
export const adminScanSchema = z.object({
  /** What is not declared; at most SHOWN_UNDECLARED. */
  undeclared: z.array(findingSchema),
  undeclaredCount: z.number().int(),
  /** What a second admin must confirm though it is declared: what the current release does not declare, and dynamic code. */
  toConfirm: z.array(riskSchema),
  confirmation: confirmationSchema.nullable(),
  /** Nothing is left to declare or to confirm. */
  isReady: z.boolean(),
})
export type AdminScan = z.infer<typeof adminScanSchema>
export const SHOWN_UNDECLARED = 30

export const SAY_WHY_SAFE = 'Say why it is safe: this is published in the log'
export const confirmScanSchema = z.object({
  reason: z
    .string({ error: SAY_WHY_SAFE })
    .trim()
    .min(10, SAY_WHY_SAFE)
    .max(500, 'The reason has at most 500 characters')
    .refine(
      (text) => !/[^\P{Cc}\n\r\t]|\p{Cs}/u.test(text),
      'The reason has characters that cannot be shown',
    ),
})

export const compareQuery = z.object({ from: z.string().max(30), to: z.string().max(30) })

export const FILE_CHANGES = ['added', 'removed', 'changed'] as const

/** Two versions of a product, side by side. */
export const comparisonSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** Declared by `to` and not by `from`, and the reverse. */
  more: z.array(riskSchema),
  less: z.array(riskSchema),
  files: z.array(
    z.object({
      path: z.string(),
      change: z.enum(FILE_CHANGES),
      /** A unified diff; null: no text, or too long to show. */
      diff: z.string().nullable(),
    }),
  ),
})
export type Comparison = z.infer<typeof comparisonSchema>
