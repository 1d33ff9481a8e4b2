import { env } from 'cloudflare:workers'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import type { SubscriptionStatus } from '#shared/subscriptions/contract.ts'
import { openDb } from '../db/client.ts'
import { userScripts } from '../db/schema/access.ts'
import { users } from '../db/schema/accounts.ts'
import { payments } from '../db/schema/payments.ts'
import { subscriptions } from '../db/schema/subscriptions.ts'
import { unique } from './shop.ts'

export type ReaderInput = {
  verified?: boolean
  emailNotifications?: boolean
  promotionalEmails?: boolean
  newAirdrops?: boolean
}

export type Reader = { id: number; email: string; username: string }

/**
 * An account with a confirmed address and all notifications on, unless the input says otherwise. Only its row is
 * written, without a valid password, so that many accounts can be created fast.
 */
export async function aReader({ verified = true, ...switches }: ReaderInput = {}): Promise<Reader> {
  const username = unique('r')
  const email = `${username}@mail.test`
  const [row] = await openDb(env.DB)
    .insert(users)
    .values({
      username,
      usernameKey: username,
      email,
      emailKey: email,
      emailIdentity: email,
      password: 'none',
      ...switches,
      emailVerifiedAt: verified ? 1 : null,
      referralCode: crypto.randomUUID().slice(0, 8),
      createdAt: 1,
      updatedAt: 1,
    })
    .returning({ id: users.id })
  if (!row) throw new Error('The reader was not stored')
  return { id: row.id, email, username }
}

async function aPayment(userId: number, scriptId: number, purchaseType: 'one-time' | 'subscription') {
  const [row] = await openDb(env.DB)
    .insert(payments)
    .values({
      reference: unique('ref'),
      userId,
      scriptId,
      purchaseType,
      paymentProvider: 'stripe',
      amountCents: 1950,
      originalCents: 1950,
      createdAt: 1,
      updatedAt: 1,
    })
    .returning({ id: payments.id })
  return row?.id ?? 0
}

/** The rows of a settled one-time purchase. */
export async function owns(user: { id: number }, scriptId: number, purchasedAt = Date.now()) {
  const paymentId = await aPayment(user.id, scriptId, 'one-time')
  const grant = { userId: user.id, scriptId, accessType: 'purchase' as const, paymentId, purchasedAt }
  await openDb(env.DB)
    .insert(userScripts)
    .values({ ...grant, createdAt: purchasedAt, updatedAt: purchasedAt })
  return { paymentId }
}

/** The rows of a subscription to Premium. */
export async function subscribes(user: { id: number }, status: SubscriptionStatus = 'active') {
  const db = openDb(env.DB)
  const now = Date.now()
  const paymentId = await aPayment(user.id, PREMIUM_ID, 'subscription')
  const [row] = await db
    .insert(subscriptions)
    .values({
      userId: user.id,
      scriptId: PREMIUM_ID,
      stripeSubscriptionId: unique('sub'),
      status,
      currentPeriodStart: now - DAY,
      currentPeriodEnd: now + 29 * DAY,
      observedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: subscriptions.id })
  await db.insert(userScripts).values({
    userId: user.id,
    scriptId: PREMIUM_ID,
    accessType: 'subscription',
    paymentId,
    subscriptionId: row?.id ?? 0,
    purchasedAt: now,
    createdAt: now,
    updatedAt: now,
  })
  return { paymentId }
}

/** Revokes a payment's grant as refunded. */
export const refunded = (paymentId: number) =>
  env.DB.prepare("UPDATE user_scripts SET is_active = 0, status = 'refunded' WHERE payment_id = ?")
    .bind(paymentId)
    .run()

/** Marks an account as deleted; only its row. */
export const deleted = (userId: number) =>
  env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE id = ?').bind(userId).run()

/** The receipt of an account's latest payment, or of this one. */
export const aReceiptOf = (userId: number | null, to: string, status: 'sent' | 'dead', payment?: number) =>
  env.DB.prepare(
    `INSERT INTO email_deliveries (key, template, to_address, data, user_id, payment_id, status, queued_at, due_at, created_at, updated_at)
      SELECT 'receipt:' || p.id, 'receipt', ?2, '{}', ?1, p.id, ?3, 1, 1, 1, 1 FROM payments p
      WHERE p.id = coalesce(?4, (SELECT max(id) FROM payments WHERE user_id = ?1))`,
  )
    .bind(userId, to, status, payment ?? null)
    .run()

/** A purchase without an account. Returns the id of its payment. */
export async function aGuest(
  productId: number,
  email: string,
  { status = 'sent', purchasedAt }: { status?: 'sent' | 'dead'; purchasedAt?: number } = {},
): Promise<number> {
  const stand = await aReader()
  await owns(stand, productId, purchasedAt)
  const payment = await env.DB.prepare(
    'UPDATE payments SET user_id = NULL, email = ?2 WHERE user_id = ?1 RETURNING id',
  )
    .bind(stand.id, email)
    .first<{ id: number }>()
  await env.DB.prepare('UPDATE user_scripts SET user_id = NULL WHERE user_id = ?').bind(stand.id).run()
  await aReceiptOf(null, email, status, payment?.id ?? 0)
  return payment?.id ?? 0
}

/** Mails queued for this address, in any state. */
export async function mailsQueuedTo(address: string, template = '%') {
  const { results } = await env.DB.prepare(
    'SELECT key, template, status, data FROM email_deliveries WHERE to_address = ? AND template LIKE ? ORDER BY id',
  )
    .bind(address, template)
    .all<{ key: string; template: string; status: string; data: string }>()
  return results
}

/** An address's row in the newsletter's list. */
export const subscriberOf = (email: string) =>
  env.DB.prepare('SELECT * FROM subscribers WHERE email_key = ?').bind(email).first<{
    id: number
    created_at: number
    confirmed_at: number | null
    unsubscribed_at: number | null
  }>()

/** A row of the download log. */
export type Log = { userId?: number; paymentId?: number; productId?: number; releaseId?: number; at?: number }

export const logDownload = ({ userId, paymentId, productId, releaseId, at = Date.now() }: Log) =>
  env.DB.prepare(
    'INSERT INTO downloads (user_id, payment_id, script_id, release_id, via, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
    .bind(userId ?? null, paymentId ?? null, productId, releaseId, paymentId ? 'link' : 'session', at)
    .run()

/** Logs this many downloads at once. */
export const logDownloads = (
  { userId, paymentId, productId, releaseId, at = Date.now() }: Log,
  count: number,
) =>
  env.DB.prepare(
    `INSERT INTO downloads (user_id, payment_id, script_id, release_id, via, network, created_at)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
      SELECT ?2, ?3, ?4, ?5, ?6, '198.51.0.0/24', ?7 FROM n`,
  )
    .bind(count, userId ?? null, paymentId ?? null, productId, releaseId, paymentId ? 'link' : 'session', at)
    .run()

/** Marks a release as recalled; only its row. */
export const recalled = (releaseId: number, at = Date.now()) =>
  env.DB.prepare(
    `UPDATE script_releases SET yanked_at = ?2, yank_reason = 'It signs twice', recall_advice = 'Revoke its approvals',
      notified_at = ?2 WHERE id = ?1`,
  )
    .bind(releaseId, at)
    .run()
