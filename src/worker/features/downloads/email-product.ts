import { eq } from 'drizzle-orm'
import { commit, type Db } from '../../db/client.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import type { Config } from '../../providers/config.ts'
import { selectGrantPayment } from '../access/find-access.ts'
import { selectProducts } from '../catalogue/read-products.ts'
import { downloadLink } from '../email/render-mail.ts'
import { queueMail } from '../email/writes.ts'
import { oweEmail } from '../notifications/writes.ts'
import { findDownload } from './find-download.ts'

/** `owed` is to be dispatched. */
export type Mailed = { owed: string; productName: string; downloadLink: string }

/**
 * Mails a link to a file that the sender may download now. The link carries no more than the grant that opens the file:
 * the payment behind it or, where nothing was paid, the account.
 * @throws Problem 403 no access, 404 no file
 */
export async function emailProduct(
  db: Db,
  config: Config,
  sender: { id: number; username: string },
  wish: { productId: number; to: string },
  now: number,
): Promise<Mailed> {
  const { productId, to } = wish
  const claimant = { via: 'session', userId: sender.id } as const
  const { access, release } = await findDownload(db, productId, undefined, claimant, now)
  const [[grant], [product]] = await db.batch([
    selectGrantPayment(db, access.grantId),
    selectProducts(db, now).where(eq(scripts.id, productId)).limit(1),
  ])
  const paymentId = grant?.paymentId ?? null
  const holder = paymentId === null ? { userId: sender.id } : { paymentId }
  const productName = product?.script.name ?? release.fileName
  const key = `product-link:${crypto.randomUUID()}`
  const file = { name: release.fileName, version: release.version, sha256: release.sha256 }
  const data = { productId, productName, sender: sender.username, holder, file }
  await commit(db, [
    queueMail(db, { key, to, userId: sender.id, mail: { template: 'product-link', data }, now }),
    oweEmail(db, { key, deliveryKey: key, now }),
  ])
  const { downloadUrl } = await downloadLink(holder, productId, now, config)
  return { owed: key, productName, downloadLink: downloadUrl }
}
