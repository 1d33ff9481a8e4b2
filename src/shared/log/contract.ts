import { z } from 'zod'

const at = z.iso.datetime()
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const product = z.object({ id: z.number().int(), slug: z.string() })

/** The SHA-256 of a file, or its beginning. */
export const hashPrefixSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[0-9a-f]{8,64}$/,
    'Enter the SHA-256 of a file, or at least its first 8 digits. It has only the digits 0 to 9 and a to f.',
  )

/** One entry of the public log. */
export const logEntrySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('publish'),
    at,
    product,
    version: z.string(),
    sha256,
    size: z.number().int(),
    manifest: sha256.nullable(),
    key: z.string(),
    signature: z.string(),
    /** Offered only to owners who chose beta versions. Absent: offered to everyone. */
    channel: z.literal('beta').optional(),
    /** Why a second admin confirmed what the scan found and windfall.json does not declare. */
    confirmed: z.string().optional(),
  }),
  z.object({ type: z.literal('yank'), at, product, version: z.string(), sha256, reason: z.string() }),
  /** Holds for every release of the file, and is final. `advice`: what everyone who has the file must do. */
  z.object({
    type: z.literal('recall'),
    at,
    product,
    version: z.string(),
    sha256,
    reason: z.string(),
    advice: z.string(),
  }),
  z.object({
    type: z.literal('key-add'),
    at,
    name: z.string(),
    key: z.string(),
    fingerprint: z.string(),
    activeFrom: at,
  }),
  z.object({
    type: z.literal('key-confirm'),
    at,
    fingerprint: z.string(),
    change: z.enum(['add', 'remove']),
  }),
  z.object({ type: z.literal('key-remove'), at, fingerprint: z.string(), activeUntil: at }),
  z.object({ type: z.literal('key-keep'), at, fingerprint: z.string() }),
])
export type LogEntry = z.infer<typeof logEntrySchema>

export type LoggedEntry = {
  /** The place in the log, from 0. */
  index: number
  /** The leaf's hash, lower-case hex. */
  leaf: string
  /** The entry as it is logged. Its type may be unknown to `logEntrySchema`. */
  text: string
}

/** The newest signed checkpoint. */
export type LogCheckpoint = {
  /** The number of entries. */
  size: number
  /** The root hash in base64, as in the checkpoint. */
  root: string
  signedAt: string
}
