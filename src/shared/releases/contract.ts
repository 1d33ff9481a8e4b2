import { z } from 'zod'
import { RUN_ROWS } from '#shared/catalogue/terms.ts'

/** The specification's limits, in bytes: a file of exactly this size is accepted. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024

/** Refusals with a title and a message, which the browser and the server share. */
export const FILE_TOO_LARGE = { title: 'File Too Large', message: 'Maximum file size is 25MB' }
export const IMAGE_TOO_LARGE = { title: 'Image Too Large', message: 'Maximum image size is 5MB' }
export const versionSchema = z
  .string()
  .trim()
  .regex(
    /^[0-9A-Za-z][0-9A-Za-z._+-]{0,29}$/,
    'A version has up to 30 letters, digits, dots and dashes: 1.2.0',
  )

/** Whether a text of several lines has no control characters but line ends and tabs, and no half of a character. */
export const isPlainText = (text: string): boolean => !/[^\P{Cc}\n\r\t]|\p{Cs}/u.test(text)

export const changelogSchema = z
  .string()
  .trim()
  .max(10_000, 'The changelog has at most 10,000 characters')
  .refine(isPlainText, 'The changelog has characters that cannot be shown')
  .transform((text) => text.replace(/\r\n?/g, '\n'))

/** A checkbox of an upload, whose fields are texts. */
const sentFlag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true')

/** The fields sent with a product file. An empty version means the next version. */
export const uploadFieldsSchema = z.object({
  version: z.literal('').or(versionSchema).default(''),
  changelog: changelogSchema.default(''),
  isBeta: sentFlag,
  isSecurityUpdate: sentFlag,
})
export type UploadFields = z.output<typeof uploadFieldsSchema>

export const draftChangeSchema = z.object({
  version: versionSchema.optional(),
  changelog: changelogSchema.optional(),
  /** Offered only to owners who chose beta versions of the product. */
  isBeta: z.boolean().optional(),
  /** Included for every owner, also after their 3 months of updates. */
  isSecurityUpdate: z.boolean().optional(),
})
export type DraftChange = z.output<typeof draftChangeSchema>

export const publishSchema = z.object({
  /** True: no user is notified. */
  silent: z.boolean().default(false),
})

export const MAX_REASON = 500
export const SAY_WHY = 'Say why: everyone who downloaded it reads this'

const shownText = (missing: string, name: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(MAX_REASON, `${name} has at most ${MAX_REASON} characters`)
    .refine(isPlainText, `${name} has characters that cannot be shown`)
    .transform((text) => text.replace(/\r\n?/g, '\n'))

export const yankSchema = z.object({
  /** The reason is mailed to everyone who downloaded the release. */
  reason: shownText(SAY_WHY, 'The reason'),
})

export const SAY_WHAT_TO_DO = 'Say what to do: everyone who downloaded it reads this'

export const recallSchema = yankSchema.extend({
  /** What everyone who has the file must do now. */
  advice: shownText(SAY_WHAT_TO_DO, 'The text'),
})

const NO_COLOURS = 'The output has characters that cannot be shown. Record it without colours.'
const isLine = (text: string): boolean => isPlainText(text) && !/[\n\r\t]/.test(text)
const cell = z.string().max(200, 'A cell of the table has at most 200 characters').refine(isPlainText)

/** What an admin records of a run of a release. */
export const recordRunSchema = z.object({
  command: z
    .string({ error: 'Enter the command that was run' })
    .trim()
    .min(1, 'Enter the command that was run')
    .max(300, 'The command has at most 300 characters')
    .refine(isLine, 'The command is one line'),
  output: z
    .string({ error: 'Paste what the run printed' })
    .max(20_000, 'The output has at most 20,000 characters')
    .refine(isPlainText, NO_COLOURS)
    .transform((text) => text.replace(/\r\n?/g, '\n').trimEnd())
    .refine((text) => text.trim() !== '', 'Paste what the run printed'),
  table: z
    .object({
      file: z.string().trim().min(1).max(100).refine(isLine, 'The name of the table is one line'),
      rows: z
        .array(z.array(cell).min(1).max(40, 'The table has at most 40 columns'))
        .min(2, 'The table has no rows')
        .max(RUN_ROWS + 1),
      rowCount: z.number().int().min(1),
    })
    .nullable(),
})
export type RecordRun = z.output<typeof recordRunSchema>

/** The message that continues the notices about withdrawn releases. */
export const noticeJobSchema = z.object({ type: z.literal('notify-downloaders') })
export type NoticeJob = z.infer<typeof noticeJobSchema>

/** The recipients of the notice, if the release were withdrawn. */
export const withdrawalPreviewSchema = z.object({
  /** The number of email addresses that downloaded the release. */
  people: z.number().int(),
  /** Of `people`, the addresses where mail bounced or was reported as spam. An admin gets a list of them instead. */
  unreachable: z.number().int(),
  /** Emergency links with a download of the release: their users are unknown. */
  unknown: z.number().int(),
  /** Other published releases of the same file. A recall withdraws them too, and their downloaders are notified. */
  sameFile: z.number().int(),
})
export type WithdrawalPreview = z.infer<typeof withdrawalPreviewSchema>
