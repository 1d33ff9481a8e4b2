import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { EmergencyLink } from '#shared/emergency/contract.ts'
import { stateOf } from './rules.ts'
import type { LinkRow } from './store.ts'

export const toLinkView = (link: LinkRow, productName: string, now: number): EmergencyLink => ({
  id: link.id,
  productId: link.scriptId,
  productName,
  reason: link.reason,
  state: stateOf(link, now),
  uses: link.uses,
  maxUses: link.maxUses,
  issuedBy: link.issuedBy,
  createdAt: toIso(link.createdAt),
  expiresAt: toIso(link.expiresAt),
  revokedAt: toIsoOrNull(link.revokedAt),
  revokedBy: link.revokedBy,
})
