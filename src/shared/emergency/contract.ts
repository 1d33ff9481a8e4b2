import { z } from 'zod'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'

/** The only product with emergency links. */
export const EMERGENCY_PRODUCT_ID = PREMIUM_ID

export const LINK_STATES = ['active', 'used-up', 'expired', 'revoked'] as const

export const issueLinkSchema = z.object({
  reason: z.string().trim().min(1, 'Say what the link is for').max(300, 'At most 300 characters'),
  maxUses: z
    .number('1 to 10 uses')
    .int('1 to 10 uses')
    .min(1, '1 to 10 uses')
    .max(10, '1 to 10 uses')
    .default(3),
  expiresInHours: z
    .number('1 to 168 hours')
    .int('1 to 168 hours')
    .min(1, '1 to 168 hours')
    .max(168, '1 to 168 hours')
    .default(24),
})
export type IssueLink = z.infer<typeof issueLinkSchema>

export const emergencyLinkSchema = z.object({
  id: z.number().int(),
  productId: z.number().int(),
  productName: z.string(),
  reason: z.string(),
  state: z.enum(LINK_STATES),
  uses: z.number().int(),
  maxUses: z.number().int(),
  /** The id of the admin who issued the link. */
  issuedBy: z.number().int(),
  createdAt: z.string(),
  expiresAt: z.string(),
  revokedAt: z.string().nullable(),
  revokedBy: z.number().int().nullable(),
})
export type EmergencyLink = z.infer<typeof emergencyLinkSchema>

/** The file that a valid key opens. */
export const emergencyFileSchema = z.object({
  productId: z.number().int(),
  productName: z.string(),
  fileName: z.string(),
  version: z.string(),
  /** Bytes. */
  fileSize: z.number().int(),
  sha256: z.string(),
  remainingUses: z.number().int(),
  /** A download that this client began is still open. Resuming the download does not count as a use. */
  resumes: z.boolean(),
  expiresAt: z.string(),
})
export type EmergencyFile = z.infer<typeof emergencyFileSchema>

/** The key of an emergency link, which its page sends in the body. */
export const emergencyKeySchema = z.object({ special_key: z.string().max(200) })
