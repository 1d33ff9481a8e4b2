import { z } from 'zod'

/** Why a script is refused. A key that does not exist and one of another product are the same. */
export const LICENCE_REFUSALS = [
  'unknown-licence',
  'revoked',
  'expired',
  'other-network',
  'device-limit',
  'not-registered',
] as const
export type LicenceRefusal = (typeof LICENCE_REFUSALS)[number]

/** What a script sends: the key as its user typed it, a code that stands for the device, and its own name. */
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

/** The answer to a script. It does not name the customer. */
export type LicenceAnswer = {
  status: 'active' | 'grace'
  deviceLimit: number
  devicesUsed: number
  /** When access ends unless renewed; null: no end. */
  validUntil: string | null
}

export const licenceDeviceSchema = z.object({
  id: z.number().int(),
  /** The last signs of the code it registered with: all we know of it. */
  suffix: z.string(),
  /** The network address it was last seen at; of IPv6 the /64 network. */
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
  /** Whether all its devices must be at one network address. */
  sameNetwork: z.boolean(),
  devices: z.array(licenceDeviceSchema),
  createdAt: z.string(),
})
export type Licence = z.infer<typeof licenceSchema>
