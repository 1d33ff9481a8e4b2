import { z } from 'zod'

/** The specification's limits, in bytes: a file of exactly so many passes. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024

/** What is refused, in the words that both sides say it with: a title and what is wrong. */
export const FILE_TOO_LARGE = { title: 'File Too Large', message: 'Maximum file size is 25MB' }
export const IMAGE_TOO_LARGE = { title: 'Image Too Large', message: 'Maximum image size is 5MB' }
export const INVALID_TYPE = 'Invalid File Type'
export const NOT_A_ZIP = {
  title: INVALID_TYPE,
  message: 'This is not a ZIP archive. Product files are ZIP archives, whatever their name says.',
}

export const versionSchema = z
  .string()
  .trim()
  .regex(
    /^[0-9A-Za-z][0-9A-Za-z._+-]{0,29}$/,
    'A version has up to 30 letters, digits, dots and dashes: 1.2.0',
  )

const isPlainText = (text: string): boolean => !/[^\P{Cc}\n\r\t]/u.test(text)

export const changelogSchema = z
  .string()
  .trim()
  .max(10_000, 'The changelog has at most 10,000 characters')
  .refine(isPlainText, 'The changelog has characters that cannot be shown')
  .transform((text) => text.replace(/\r\n?/g, '\n'))

/** What comes along with a product file. An empty version is the next one. */
export const uploadFieldsSchema = z.object({
  version: z.literal('').or(versionSchema).default(''),
  changelog: changelogSchema.default(''),
})

export const draftChangeSchema = z.object({
  version: versionSchema.optional(),
  changelog: changelogSchema.optional(),
})
export type DraftChange = z.output<typeof draftChangeSchema>

export const publishSchema = z.object({
  /** Nobody is notified. */
  silent: z.boolean().default(false),
})

export const MAX_REASON = 500
export const SAY_WHY = 'Say why: everyone who downloaded it reads this'

export const yankSchema = z.object({
  /** Everybody who downloaded the release reads it, in a mail. */
  reason: z
    .string({ error: SAY_WHY })
    .trim()
    .min(1, SAY_WHY)
    .max(MAX_REASON, `A reason has at most ${MAX_REASON} characters`)
    .refine(isPlainText, 'The reason has characters that cannot be shown')
    .transform((text) => text.replace(/\r\n?/g, '\n')),
})

/** Whom withdrawing a release would be mailed to. */
export const recallPreviewSchema = z.object({
  /** Addresses that downloaded it. */
  people: z.number().int(),
  /** Of these: mail comes back, or was called spam. They are listed for a person instead. */
  unreachable: z.number().int(),
  /** Emergency links it was downloaded by: nobody knows by whom. */
  unknown: z.number().int(),
})
export type RecallPreview = z.infer<typeof recallPreviewSchema>
