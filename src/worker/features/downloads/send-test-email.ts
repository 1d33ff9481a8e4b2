import { eq } from 'drizzle-orm'
import { Problem } from '../../core/problem.ts'
import { scripts } from '../../db/schema/catalogue.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { selectProducts } from '../catalogue/read-products.ts'
import { downloadLink } from '../email/mail-links.ts'
import { queueMail } from '../email/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { enqueueEmail } from '../notifications/writes.ts'

/**
 * Mails a product's link to the admin who asks, through the same queue as every such mail. The link is signed for the
 * admin's own account: it opens files that the admin may download, and is refused for others.
 * @throws Problem 404 where there is no such product, or it has no file
 */
export async function sendTestEmail(
  deps: CoreDeps,
  admin: { id: number; username: string; email: string },
  productId: number,
  now: number,
): Promise<{ deliveryKey: string; downloadLink: string }> {
  const { db, config } = deps
  const [row] = await selectProducts(db, now).where(eq(scripts.id, productId)).limit(1)
  if (!row) throw new Problem(404, 'There is no such product.')
  const { fileName: name, version, sha256 } = row.release
  if (name === null || version === null || sha256 === null) {
    throw new Problem(404, `${row.script.name} has no published file. Publish a release first.`)
  }
  const key = `test-email:${crypto.randomUUID()}`
  const holder = { userId: admin.id }
  const data = {
    productId,
    productName: row.script.name,
    sender: admin.username,
    by: 'owner' as const,
    holder,
    file: { name, version, sha256 },
  }
  const writes = [
    queueMail(db, { key, to: admin.email, userId: admin.id, mail: { template: 'product-link', data }, now }),
    enqueueEmail(db, { key, deliveryKey: key, now }),
  ]
  await commitAndDispatch(deps, writes, now)
  const { downloadUrl } = await downloadLink(holder, { productId, version }, now, config)
  return { deliveryKey: key, downloadLink: downloadUrl }
}
