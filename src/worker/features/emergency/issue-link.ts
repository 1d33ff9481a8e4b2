import { eq } from 'drizzle-orm'
import { HOUR } from '#shared/core/time.ts'
import { EMERGENCY_PRODUCT_ID, type EmergencyLink, type IssueLink } from '#shared/emergency/contract.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, type Db } from '../../db/client.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import type { Actor } from '../../http/actor.ts'
import type { Config } from '../../providers/config.ts'
import { selectProducts } from '../catalogue/read-products.ts'
import { signEmergencyKey } from './emergency-key.ts'
import { toLinkView } from './views.ts'
import { insertLink } from './writes.ts'

/**
 * Issues a link that downloads the emergency product without an account. The link is shown to the admin who issues it
 * and is stored nowhere.
 * @throws Problem 422 the product has no file
 */
export async function issueLink(
  { db, config }: { db: Db; config: Config },
  admin: Actor,
  { reason, maxUses, expiresInHours }: IssueLink,
  now: number,
): Promise<{ link: EmergencyLink; url: string }> {
  const productId = EMERGENCY_PRODUCT_ID
  const [product] = await selectProducts(db, now).where(eq(scripts.id, productId)).limit(1)
  const name = product?.script.name ?? `Product #${productId}`
  if (product?.release.id == null)
    throw new Problem(422, `${name} has no published file. Publish a release first.`)
  const row = {
    id: randomLinkId(),
    scriptId: productId,
    issuedBy: admin.id,
    reason,
    maxUses,
    uses: 0,
    createdAt: now,
    expiresAt: now + expiresInHours * HOUR,
    revokedAt: null,
    revokedBy: null,
  }
  await commit(db, [
    insertLink(db, row),
    noteAction(db, {
      actorId: admin.id,
      ip: admin.ip,
      action: 'emergency.issue',
      subject: `emergency:${row.id}`,
      now,
      after: { productId, reason, maxUses, expiresInHours },
    }),
  ])
  const key = await signEmergencyKey({ id: row.id, productId }, config.linkSigningKey)
  const url = `${config.publicUrl}/emergency-recovery/${productId}#special_key=${key}`
  return { link: toLinkView(row, name, now), url }
}

/** Random, at most 2^48, so that a link does not reveal how many links there are. */
const randomLinkId = () =>
  crypto.getRandomValues(new Uint16Array(3)).reduce((sum, part) => sum * 2 ** 16 + part, 0) + 1
