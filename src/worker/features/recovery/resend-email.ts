import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import type { Actor } from '../../http/actor.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { emailProduct, type Mailed } from '../downloads/email-product.ts'
import { limitRecipient } from '../downloads/limits.ts'
import { findRecipient } from './find-recipient.ts'

/**
 * Resends the mail of a product to a user with access, at the account's address or another one.
 * @throws Problem 404, 409, 422 (findRecipient, or no access), 429
 */
export async function resendEmail(
  deps: CoreDeps,
  admin: Actor,
  input: { userId: number; productId: number; email: string | null },
  now: number,
): Promise<Mailed & { to: string }> {
  const { env, db } = deps
  const { account, product, hasAccess } = await findRecipient(db, input, now)
  if (!hasAccess) {
    const message = `${account.username} has no access to ${product.name}. Deliver it by hand instead.`
    throw new Problem(422, message)
  }
  const to = input.email ?? account.email
  await limitRecipient(env, to)
  const also = (mail: string) => [
    noteAction(db, {
      actorId: admin.id,
      ip: admin.ip,
      now,
      action: 'product.resend-email',
      subject: `user:${account.id}`,
      after: { productId: product.id, mail },
    }),
  ]
  const mail = { productId: product.id, to, by: 'shop' as const, also }
  return { ...(await emailProduct(deps, account, mail, now)), to }
}
