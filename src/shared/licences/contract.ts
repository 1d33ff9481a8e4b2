import { z } from 'zod'

/** Why a script is refused. An unknown key and a key of another product give the same refusal. */
export const LICENCE_REFUSALS = [
  'unknown-licence',
  'revoked',
  'expired',
  'other-network',
  'device-limit',
  'not-registered',
] as const
export type LicenceRefusal = (typeof LICENCE_REFUSALS)[number]

/** The body that a script sends: the key as its user typed it, a code for the device, and the script's own name. */
export const licenceCallSchema = z.object({
  licenceKey: z
    .string()
    .max(100)
    .transform((key) => key.trim().toUpperCase()),
  deviceId: z
    .string()
    .regex(/^[\w.:-]{8,128}$/, 'The device id is 8 to 128 letters, digits and . : _ - (send a hash).'),
  product: z.union([z.int().positive(), z.string().min(1).max(100)]),
})
export type LicenceCall = z.infer<typeof licenceCallSchema>

/** `grace`: a renewal is late or failed, and access lasts until `validUntil`. */
export const LICENCE_STATUSES = ['active', 'grace', 'expired', 'revoked'] as const

/** The response to a script. It does not name the customer. */
export type LicenceAnswer = {
  status: 'active' | 'grace'
  deviceLimit: number
  devicesUsed: number
  /** When access ends unless renewed; null: no end. */
  validUntil: string | null
  /** A JWS by which the script can run until the lease expires, also where the shop does not answer. */
  lease: string
}

/** How long a lease is valid. */
export const LEASE_DAYS = 7

/** The payload of a lease. Times are in seconds. */
export type LeaseClaims = {
  iss: string
  /** The id of the licence. */
  sub: string
  /** The slug of the product, and its id. */
  product: string
  product_id: number
  /** As the script named its device. */
  device: string
  iat: number
  exp: number
}

/** A key at `/.well-known/jwks.json`. */
export type JwksKey = { kty: 'RSA'; use: 'sig'; alg: 'RS256'; kid: string; n: string; e: string }

export const licenceDeviceSchema = z.object({
  id: z.number().int(),
  /** The last characters of the device's code. We keep no other data about the device itself. */
  suffix: z.string(),
  /** The IP address that the device last used; for IPv6 the /64 network. */
  network: z.string(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
})
export type LicenceDevice = z.infer<typeof licenceDeviceSchema>

export const licenceSchema = z.object({
  id: z.number().int(),
  licenceKey: z.string(),
  status: z.enum(LICENCE_STATUSES),
  validUntil: z.string().nullable(),
  product: z.object({ id: z.number().int(), slug: z.string(), name: z.string() }),
  deviceLimit: z.number().int(),
  /** Whether all devices of the licence must use one network address. */
  sameNetwork: z.boolean(),
  devices: z.array(licenceDeviceSchema),
  createdAt: z.string(),
})
export type Licence = z.infer<typeof licenceSchema>
