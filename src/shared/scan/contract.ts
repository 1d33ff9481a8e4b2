import { z } from 'zod'
import { FINDING_KINDS, KEY_USES, type KeyUse, LANGUAGES, RISK_KINDS } from './terms.ts'

export const MAX_MANIFEST_BYTES = 64 * 1024

const named = (what: string, max = 200) =>
  z
    .string({ error: `${what} must be a text` })
    .trim()
    .min(1, `${what} must not be empty`)
    .max(max, `${what} has at most ${max} characters`)
    .refine((text) => !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text), `${what} has characters that cannot be shown`)
const list = (what: string) =>
  z.array(named(what), { error: `${what} must be a list of texts` }).max(100, `${what} has at most 100 items`)

/** The licence, the footer and the landing page promise that no script asks for a key. Others are not published. */
export const PROMISED_KEY_USES: readonly KeyUse[] = ['none', 'addresses']
export const BREAKS_KEY_PROMISE =
  'It declares that it handles private keys, and the shop promises on its pages that no script does. Publish a version without them.'

/** What `windfall.json` declares. Lists are complete: what is not listed, the script does not do. */
export const manifestSchema = z.strictObject({
  format: z.literal(1, 'format must be 1'),
  /** `data`: the archive has no code. */
  language: z.enum(LANGUAGES, `language must be one of ${LANGUAGES.join(', ')}`),
  /** For people: 'Python 3.9 or newer'. */
  runtime: named('runtime', 100),
  /** The file that a buyer starts; null for `data`. */
  entry: named('entry').nullable(),
  /** Host names that it connects to; `*.example.org` covers every name below. */
  network: list('network'),
  chains: list('chains'),
  /** Names of environment variables. */
  environment: list('environment'),
  /** Files, relative to the script's folder; `*.csv` covers every such name. */
  reads: list('reads'),
  writes: list('writes'),
  /** Names of programs that it starts. */
  subprocesses: list('subprocesses'),
  keys: z.enum(KEY_USES, `keys must be one of ${KEY_USES.join(', ')}`),
  /** Functions by which it runs code that is not in its files: `eval`, `importlib.import_module`, `ctypes.CDLL`. */
  dynamicCode: list('dynamicCode').default([]),
  /** Names of packages that a buyer installs. */
  dependencies: list('dependencies'),
  /** Blockchain addresses of others in the code, such as contracts. */
  addresses: list('addresses').default([]),
  /** The publisher's explanation of an item for buyers, by the name of its list: `{ "network": "…" }`. */
  notes: z.record(z.string(), named('A note', 300)).default({}),
})
export type Manifest = z.infer<typeof manifestSchema>

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
