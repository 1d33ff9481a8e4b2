import { z } from 'zod'

/** The namespace of release signatures. A signature for another purpose is refused. */
export const NAMESPACE = 'windfall-release'

/** A new key, or the end of a key, takes effect after this long, or when a second admin confirms it. In hours. */
export const KEY_DELAY_HOURS = 24

/** A second admin may confirm after this many days in the role. */
export const CONFIRM_AFTER_DAYS = 7

const currentPassword = z.string({ error: 'Enter your password' }).min(1, 'Enter your password').max(256)

export const addKeySchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Say whose key it is')
    .max(60, 'A name has at most 60 characters')
    .refine(
      (text) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text),
      'The name has characters that cannot be shown',
    ),
  publicKey: z.string().trim().min(1, 'Paste the public key').max(2000, 'This is too long for a public key'),
  currentPassword,
})
export type AddKey = z.infer<typeof addKeySchema>

/** The password for an action on a key. */
export const keyActionSchema = z.object({ currentPassword })

export const KEY_STATES = ['pending', 'active', 'ending', 'removed'] as const

export const publisherKeySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  publicKey: z.string(),
  fingerprint: z.string(),
  state: z.enum(KEY_STATES),
  addedBy: z.string().nullable(),
  addedAt: z.string(),
  activeFrom: z.string(),
  removedBy: z.string().nullable(),
  activeUntil: z.string().nullable(),
  /** Whether the viewer may confirm the change that waits. */
  mayConfirm: z.boolean(),
})
export type PublisherKey = z.infer<typeof publisherKeySchema>

/** The signature of a release, as `ssh-keygen -Y sign` writes it. */
export const signatureSchema = z.object({
  signature: z.string().min(1, 'Paste the signature').max(5000, 'This is too long for a signature'),
})
