import { ownedProductLink } from '#shared/notifications/link-rules.ts'
import type { Deliver, Delivered } from '#shared/recovery/contract.ts'
import { noteAction } from '../../db/audit.ts'
import type { Actor } from '../../http/actor.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { emailProduct, enqueueProductLink, newLinkKey } from '../downloads/email-product.ts'
import { limitRecipient } from '../downloads/limits.ts'
import { downloadLink } from '../email/mail-links.ts'
import { type AccessByHand, giveAccess } from '../licences/give-access.ts'
import { notification, REFRESH } from '../notifications/message-rules.ts'
import { findRecipient, type Recipient } from './find-recipient.ts'

type Done = { delivered: Delivered; message: string }

/**
 * Grants a product by hand, without a payment, and mails its link. A user with access only gets the mail, so that
 * several deliveries, also at once, make one grant.
 * @throws Problem 404, 409, 422 (findRecipient), 429
 */
export async function deliverProduct(
  deps: CoreDeps,
  admin: Actor,
  input: Deliver,
  now: number,
): Promise<Done> {
  const recipient = await findRecipient(deps.db, input, now)
  await limitRecipient(deps.env, input.email)
  return (
    (recipient.hasAccess ? null : await give(deps, admin, recipient, input.email, now)) ??
    mailOnly(deps, admin, recipient, input.email, now)
  )
}

/** Null where another request just granted the product, or the account was just closed: `mailOnly` then refuses. */
async function give(
  deps: CoreDeps,
  admin: Actor,
  { account, product, newest }: Recipient,
  to: string,
  now: number,
): Promise<Done | null> {
  const { db, config } = deps
  const mail = newLinkKey()
  const news = `delivered:${crypto.randomUUID()}`
  const note = {
    id: news,
    type: 'success' as const,
    title: 'Product delivered',
    message: `${product.name} was added to your account and is ready to download.`,
    downloadUrl: `/api/download/file/${product.id}`,
    link: ownedProductLink(product.id),
  }
  const holder = { userId: account.id }
  const access: AccessByHand = {
    userId: account.id,
    productId: product.id,
    accessType: 'admin',
    expiresAt: null,
    notes: `Delivered by hand by admin #${admin.id}`,
    audit: { action: 'product.deliver', after: { productId: product.id, granted: true, mail } },
    messages: { key: news, messages: [REFRESH, notification(note, now)] },
    also: enqueueProductLink(
      db,
      { key: mail, owner: account, to, by: 'shop', holder, productName: product.name, release: newest },
      now,
    ),
  }
  if (!(await giveAccess(deps, admin, access, now))) return null
  const { downloadUrl } = await downloadLink(
    holder,
    { productId: product.id, version: newest.version },
    now,
    config,
  )
  return {
    delivered: { granted: true, mailed: true, deliveryKey: mail, downloadLink: downloadUrl },
    message: `${account.username} now has ${product.name}, and its link is on its way to ${to}.`,
  }
}

async function mailOnly(
  deps: CoreDeps,
  admin: Actor,
  { account, product }: Recipient,
  to: string,
  now: number,
): Promise<Done> {
  const also = (mail: string) => {
    const after = { productId: product.id, granted: false, mail }
    return [noteAction(deps.db, { ...entryOf(admin, account, now), action: 'product.deliver', after })]
  }
  const input = { productId: product.id, to, by: 'shop' as const, also }
  const { deliveryKey, downloadLink: link } = await emailProduct(deps, account, input, now)
  return {
    delivered: { granted: false, mailed: true, deliveryKey, downloadLink: link },
    message: `${account.username} had access to ${product.name} already. Its link is on its way to ${to}.`,
  }
}

/** Without the address: the audit log is permanent, while the mail's row is anonymized with its account. */
const entryOf = (admin: Actor, account: { id: number }, now: number) => ({
  actorId: admin.id,
  ip: admin.ip,
  subject: `user:${account.id}`,
  now,
})
