import { eq } from 'drizzle-orm'
import type { RunFacts } from '#shared/catalogue/contract.ts'
import type { Db, Write } from '../../db/client.ts'
import { readRunFacts, selectRunFacts } from '../../db/run-facts.ts'
import { scriptReleases, scripts } from '../../db/schema/catalogue.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { selectGrantPayment } from '../access/find-access.ts'
import { type Release, selectProducts } from '../catalogue/read-products.ts'
import { downloadLink } from '../email/mail-links.ts'
import type { LinkHolder, ProductLinkData } from '../email/mail-rules.ts'
import { queueMail } from '../email/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { enqueueEmail } from '../notifications/writes.ts'
import { findDownload } from './find-download.ts'

export type Mailed = { deliveryKey: string; productName: string; downloadLink: string }

type Owner = { id: number; username: string }

/** `by`: sent by the owner or by the shop. `also`: writes for the mail's batch; it gets the mail's key. */
type EmailProductInput = {
  productId: number
  to: string
  by?: ProductLinkData['by']
  also?: (key: string) => Write[]
}

/**
 * Mails a link to a file that the owner may download now. The link opens no more than the grant that opens the file: it
 * is signed for the grant's payment or, without a payment, for the account.
 * @throws Problem 403 no access, 404 no file
 */
export async function emailProduct(
  deps: CoreDeps,
  owner: Owner,
  { productId, to, by = 'owner', also }: EmailProductInput,
  now: number,
): Promise<Mailed> {
  const { db, config } = deps
  const claimant = { via: 'session', userId: owner.id } as const
  const { access, release } = await findDownload(
    db,
    productId,
    undefined,
    claimant,
    config.linkSigningKey,
    now,
  )
  const [[grant], [product], [facts]] = await db.batch([
    selectGrantPayment(db, access.grantId),
    selectProducts(db, now).where(eq(scripts.id, productId)).limit(1),
    selectRunFacts(db, eq(scriptReleases.id, release.id)),
  ])
  const paymentId = grant?.paymentId ?? null
  const holder = paymentId === null ? { userId: owner.id } : { paymentId }
  const productName = product?.script.name ?? release.fileName
  const key = newLinkKey()
  const writes = [
    ...enqueueProductLink(
      db,
      {
        key,
        owner,
        to,
        by,
        holder,
        productName,
        release: { ...release, run: readRunFacts(facts?.run ?? null) },
      },
      now,
    ),
    ...(also?.(key) ?? []),
  ]
  await commitAndDispatch(deps, writes, now)
  const { downloadUrl } = await downloadLink(holder, { productId, version: release.version }, now, config)
  return { deliveryKey: key, productName, downloadLink: downloadUrl }
}

export const newLinkKey = () => `product-link:${crypto.randomUUID()}`

type LinkMail = Pick<ProductLinkData, 'holder' | 'productName' | 'by'> & {
  key: string
  owner: Owner
  to: string
  holder: LinkHolder
  release: Pick<Release, 'scriptId' | 'fileName' | 'version' | 'sha256' | 'logIndex'> & {
    run?: RunFacts | null
  }
}

/** The mail with the link and its outbox message: both under `key`. */
export function enqueueProductLink(db: Db, mail: LinkMail, now: number): Write[] {
  const { key, owner, to, by, holder, productName, release } = mail
  const file = {
    name: release.fileName,
    version: release.version,
    sha256: release.sha256,
    logIndex: release.logIndex,
    run: release.run ?? null,
  }
  const data = { productId: release.scriptId, productName, sender: owner.username, by, holder, file }
  return [
    queueMail(db, { key, to, userId: owner.id, mail: { template: 'product-link', data }, now }),
    enqueueEmail(db, { key, deliveryKey: key, now }),
  ]
}
