import { z } from 'zod'

// The data of the mails about an account: its links, passwords and second factors.

/** The purpose of a single-use link in an account mail. */
export type AccountLinkPurpose = 'verify_email' | 'reset_password'

/** A mail with a single-use link. `nonce` alone opens nothing: the link's token is made from `nonce` and a secret. */
export const accountLinkDataSchema = z.object({
  username: z.string(),
  nonce: z.string(),
  /** Epoch milliseconds. */
  expiresAt: z.number().int(),
})
export type AccountLinkData = z.infer<typeof accountLinkDataSchema>

/** Sent right after registration. Mails that were queued by older versions have neither moment nor network. */
export const welcomeDataSchema = accountLinkDataSchema.extend({
  /** Epoch milliseconds. */
  registeredAt: z.number().int().nullable().default(null),
  /** The network that the form came from: the /24 of an IPv4 address, the /64 of an IPv6 one. */
  network: z.string().nullable().default(null),
})
export type WelcomeData = z.infer<typeof welcomeDataSchema>

/**
 * Sent to an address that its owner has to confirm. Where another account has the address already, the mail says so and
 * has no link. Both are one template: the list of a user's own mails must not reveal whether an address is known.
 */
export const confirmEmailDataSchema = accountLinkDataSchema.extend({ inUse: z.boolean().default(false) })

/** Somebody tried to register with the address of an existing account. Sent to that account. */
export const addressInUseDataSchema = z.object({ username: z.string() })
export type AddressInUseData = z.infer<typeof addressInUseDataSchema>

/** Sent to the old address before an account's address changes. */
export const emailChangeDataSchema = z.object({
  username: z.string(),
  newEmail: z.string(),
  expiresAt: z.number().int(),
})
export type EmailChangeData = z.infer<typeof emailChangeDataSchema>

export const passwordChangedDataSchema = z.object({
  username: z.string(),
  changedAt: z.number().int(),
  /** Changed with a link from a mail, instead of with the old password. */
  byReset: z.boolean(),
})
export type PasswordChangedData = z.infer<typeof passwordChangedDataSchema>

/** Somebody tries many passwords for an account. Goes to its owner. */
export const failedLoginsDataSchema = z.object({
  username: z.string(),
  /** Epoch milliseconds. */
  noticedAt: z.number().int(),
})
export type FailedLoginsData = z.infer<typeof failedLoginsDataSchema>

/** A change of the account's second factors. */
export const factorChangedDataSchema = z.object({
  username: z.string(),
  change: z.enum([
    'passkey-added',
    'passkey-removed',
    'app-added',
    'app-removed',
    'codes-renewed',
    'recovery-code-used',
    'removed-by-admin',
  ]),
  /** The name of the passkey. */
  name: z.string().nullable(),
  /** The recovery codes that are left. */
  left: z.number().int().nullable(),
  /** Epoch milliseconds. */
  changedAt: z.number().int(),
})
export type FactorChangedData = z.infer<typeof factorChangedDataSchema>

/** The account's owner locked it down. */
export const accountLockdownDataSchema = z.object({
  username: z.string(),
  /** Epoch milliseconds. */
  lockedAt: z.number().int(),
  ip: z.string().nullable(),
  /** A readable name of the browser. */
  device: z.string(),
  licences: z.number().int(),
  devices: z.number().int(),
  sessions: z.number().int(),
  mailedLinks: z.number().int(),
  /** Until then devices may run with a lease that they have. */
  leasesEndAt: z.number().int(),
  downloads: z.array(
    z.object({ downloadedAt: z.number().int(), productName: z.string(), version: z.string() }),
  ),
})
export type AccountLockdownData = z.infer<typeof accountLockdownDataSchema>
