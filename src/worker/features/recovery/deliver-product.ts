import { sql } from 'drizzle-orm'
import { toIso } from '../../core/time.ts'
import { noteAction } from '../../db/audit.ts'
import { commit, refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { givenByHand, grantByHand } from '../access/writes.ts'
import { emailProduct, enqueueProductLink, newLinkKey } from '../downloads/email-product.ts'
import { limitRecipient } from '../downloads/limits.ts'
import { downloadLink } from '../email/render-mail.ts'
import { issueLicence } from '../licences/writes.ts'
import type { UserMessage } from '../notifications/contract.ts'
import { enqueueUserMessages } from '../notifications/writes.ts'
import type { Deliver, Delivered } from './contract.ts'
import { findRecipient, type Recipient } from './find-recipient.ts'

type Deps = Pick<ShopDeps, 'env' | 'db' | 'config'>
type Done = { delivered: Delivered; message: string; outboxKeys: string[] }

/**
 * Gives a product by hand, without a payment, and mails its link. Who has access already only gets the mail: done twice,
 * also at once, it gives one grant.
 * @throws Problem 404, 409, 422 (findRecipient), 429
 */
export async function deliverProduct(deps: Deps, admin: Actor, input: Deliver, now: number): Promise<Done> {
  const recipient = await findRecipient(deps.db, input, now)
  await limitRecipient(deps.env, input.email)
  return (
    (recipient.hasAccess ? null : await give(deps, admin, recipient, input.email, now)) ??
    mailOnly(deps, admin, recipient, input.email, now)
  )
}

/** Null where somebody else has just given it, or the account was just closed: then it has nothing to be mailed either. */
async function give(
  { db, config }: Deps,
  admin: Actor,
  { account, product, newest }: Recipient,
  to: string,
  now: number,
): Promise<Done | null> {
  const given = givenByHand(account.id, product.id, now)
  const isOpen = sql`exists (select 1 from users u where u.id = ${account.id}
    and u.deleted_at is null and u.deactivated_at is null)`
  const grant = {
    userId: account.id,
    scriptId: product.id,
    accessType: 'admin' as const,
    expiresAt: null,
    now,
  }
  const mail = newLinkKey()
  const news = `delivered:${crypto.randomUUID()}`
  const messages = messagesOf(news, product, now)
  const holder = { userId: account.id }
  try {
    await commit(db, [
      noteAction(db, {
        ...entryOf(admin, account, now),
        action: sql`case when ${given} is null and ${isOpen} then 'product.deliver' end`,
        after: { productId: product.id, granted: true, mail },
      }),
      grantByHand(db, { ...grant, notes: `Delivered by hand by admin #${admin.id}` }),
      issueLicence(db, given, now),
      enqueueUserMessages(db, { key: news, userId: account.id, messages, now }),
      ...enqueueProductLink(
        db,
        { key: mail, owner: account, to, by: 'shop', holder, productName: product.name, release: newest },
        now,
      ),
    ])
  } catch (error) {
    if (refusedBy(error, 'audit_log', 'action')) return null
    throw error
  }
  const { downloadUrl } = await downloadLink(holder, product.id, now, config)
  return {
    delivered: { granted: true, mailed: true, deliveryKey: mail, downloadLink: downloadUrl },
    message: `${account.username} now has ${product.name}, and its link is on its way to ${to}.`,
    outboxKeys: [news, mail],
  }
}

async function mailOnly(
  { db, config }: Deps,
  admin: Actor,
  { account, product }: Recipient,
  to: string,
  now: number,
): Promise<Done> {
  const also = (mail: string) => {
    const after = { productId: product.id, granted: false, mail }
    return [noteAction(db, { ...entryOf(admin, account, now), action: 'product.deliver', after })]
  }
  const input = { productId: product.id, to, by: 'shop' as const, also }
  const mailed = await emailProduct(db, config, account, input, now)
  return {
    delivered: {
      ...{ granted: false, mailed: true, deliveryKey: mailed.outboxKey, downloadLink: mailed.downloadLink },
    },
    message: `${account.username} had access to ${product.name} already. Its link is on its way to ${to}.`,
    outboxKeys: [mailed.outboxKey],
  }
}

/** The address stands with the mail, where it is forgotten with its account; the log keeps it for good. */
const entryOf = (admin: Actor, account: { id: number }, now: number) => ({
  ...{ actorId: admin.id, ip: admin.ip, subject: `user:${account.id}`, now },
})

/** In this order: of two toasts the last one stays. */
function messagesOf(id: string, product: { id: number; name: string }, now: number): UserMessage[] {
  const timestamp = toIso(now)
  const message = `${product.name} was added to your account and is ready to download.`
  const downloadUrl = `/api/download/file/${product.id}`
  const data = { id, type: 'success' as const, title: 'Product delivered', message, timestamp, downloadUrl }
  return [{ type: 'dashboard_refresh' }, { type: 'notification', timestamp, data: { ...data, read: false } }]
}
