import { emailKey } from '../../../core/email-address.ts'
import { Problem } from '../../../core/problem.ts'
import type { CoreDeps } from '../../../http/shop-deps.ts'
import { findDownload } from '../../downloads/find-download.ts'
import { queueMail } from '../../email/writes.ts'
import { commitAndDispatch } from '../../notifications/dispatch-outbox.ts'
import { enqueueEmail } from '../../notifications/writes.ts'
import { listGuestPurchases } from './store.ts'

/**
 * Mails fresh links to the purchases that were made under this address without an account, and says whether an account
 * uses it. Nothing is sent where there is neither. The caller has responded already, so that neither the response nor
 * its time tells whether the address is known. Only the mailbox gets the links: it had those of the receipts.
 */
export async function mailPurchases(deps: CoreDeps, email: string, now: number): Promise<void> {
  const { db } = deps
  const { found, hasAccount } = await listGuestPurchases(db, emailKey(email))
  if (found.length === 0 && !hasAccount) return
  const purchases = await Promise.all(
    found.map(async (purchase) => ({ ...purchase, version: await versionOf(deps, purchase, now) })),
  )
  const key = `found-purchases:${crypto.randomUUID()}`
  const mail = { template: 'found-purchases' as const, data: { purchases, hasAccount } }
  const writes = [
    queueMail(db, { key, to: email, mail, now }),
    enqueueEmail(db, { key, deliveryKey: key, now }),
  ]
  await commitAndDispatch(deps, writes, now)
}

/** The version that the purchase opens now; null: none, because it was refunded or its product has no file. */
async function versionOf(
  { db, config }: CoreDeps,
  { paymentId, productId }: { paymentId: number; productId: number },
  now: number,
): Promise<string | null> {
  try {
    const claimant = { via: 'link', paymentId, issuedAt: now } as const
    const { linkSigningKey } = config
    const { release } = await findDownload(db, productId, undefined, claimant, linkSigningKey, now)
    return release.version
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}
