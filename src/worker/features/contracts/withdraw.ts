import type { GuestWithdraw, Withdraw, WithdrawalVerdict, Withdrawn } from '#shared/contracts/contract.ts'
import { formatCents } from '#shared/core/money.ts'
import { toOrderReference } from '#shared/core/order-reference.ts'
import { toIso } from '#shared/core/time.ts'
import { orderLink } from '#shared/notifications/link-rules.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { refusedBy, type Write } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { ShopDeps } from '../../http/shop-deps.ts'
import { insertMessage } from '../contact/writes.ts'
import { queueMail } from '../email/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { notification, REFRESH } from '../notifications/message-rules.ts'
import { enqueueEmail, enqueueUserMessages } from '../notifications/writes.ts'
import { isCrypto } from '../payments/rules.ts'
import { recordOnce } from '../payments/writes.ts'
import { executeRefund } from '../refunds/execute-refund.ts'
import { insertWithdrawn } from '../refunds/writes.ts'
import { endAtOnce } from '../subscriptions/end-subscriptions.ts'
import { type ContractRow, findContract, findGuestContract } from './store.ts'
import { verdictOf } from './views.ts'
import { insertWithdrawal } from './writes.ts'

/** Maximum attempts when the payment changed between read and write. */
const MAX_ATTEMPTS = 3

/**
 * The owner withdraws from a contract. One batch stores the statement, starts the refund of all that was paid and queues
 * the receipt; the refund ends the access, the month or the subscription like any full refund. A trial has nothing to
 * refund: its subscription is ended first. A repeated statement gets the answer of the first.
 * @throws Problem 404; 409 (`data.code`: the verdict) the contract cannot be withdrawn from; ProviderDown
 */
export async function withdraw(
  deps: ShopDeps,
  viewer: Actor & { email: string },
  { paymentId, name }: Withdraw,
  now: number,
): Promise<Withdrawn> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const found = await findContract(deps.db, paymentId, viewer.id)
    if (!found) throw new Problem(404, 'There is no such order.')
    if (found.withdrawal) return toWithdrawn(found.withdrawal)
    const verdict = verdictOf(found, now)
    if (verdict !== 'open') throw new Problem(409, REFUSALS[verdict], { data: { code: verdict } })
    const done = await execute(deps, found, { name, to: viewer.email, actor: viewer }, now)
    if (done) return done
  }
  throw new Problem(409, 'This order is changing right now. Please try again in a moment.')
}

/**
 * The same for an order without an account, by its reference and its address. A number is not enough: numbers can be
 * counted, and a stranger who knows the address would try them. A statement that matches no such order, or one that
 * cannot be withdrawn from, goes to support; the answer is the same, so that it tells nobody whose order is whose.
 */
export async function withdrawAsGuest(
  deps: ShopDeps,
  { name, email, order }: GuestWithdraw,
  ip: string | null,
  now: number,
): Promise<Withdrawn> {
  const named = toOrderReference(order)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const found = named === null ? undefined : await findGuestContract(deps.db, named, email)
    if (found?.withdrawal) return toWithdrawn(found.withdrawal)
    if (!found || verdictOf(found, now) !== 'open') break
    const done = await execute(deps, found, { name, to: email, actor: null }, now)
    if (done) return done
  }
  return passOn(deps, { name, email, order }, ip, now)
}

const REFUSALS: Record<Exclude<WithdrawalVerdict, 'open'>, string> = {
  'too-late': 'The 14 days of your right of withdrawal are over for this order.',
  'download-began':
    'You asked for the file right away, and its download has begun: your right of withdrawal has ended.',
  withdrawn: 'You have withdrawn from this contract already.',
  refunded: 'This payment was refunded.',
  'under-way': 'A refund of this payment is under way.',
  disputed: 'This payment is disputed. Your bank decides about the refund.',
  credited:
    'Its unused time is credited to your Lifetime order. Withdraw from that order first, or wait 35 minutes if you have not paid it.',
}

const toWithdrawn = (row: { reference: string; createdAt: number }): Withdrawn => ({
  reference: row.reference,
  receivedAt: toIso(row.createdAt),
})

/** `W-` and 10 characters that cannot be confused with each other. */
function newReference(): string {
  const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  return `W-${Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => letters[byte % 32]).join('')}`
}

/** Null where the payment or its refunds changed since they were read. */
async function execute(
  deps: ShopDeps,
  { payment, productName }: ContractRow,
  by: { name: string; to: string; actor: Actor | null },
  now: number,
): Promise<Withdrawn | null> {
  const { db, config } = deps
  const { id: paymentId, userId } = payment
  const isTrial = payment.trialDays > 0
  if (isTrial && payment.subscriptionId !== null) await endAtOnce(deps, payment.subscriptionId)
  const amountCents = payment.amountCents - payment.refundedCents
  const reference = newReference()
  const refund = crypto.randomUUID()
  const key = `withdrawal:${reference}`
  const data = {
    reference,
    receivedAt: now,
    name: by.name,
    paymentId,
    productName,
    amountCents,
    isMonth: payment.purchaseType === 'subscription',
    isCrypto: isCrypto(payment),
    statement: `I withdraw from the contract of order ${payment.orderReference} for ${productName}.`,
  }
  const writes: Write[] = [
    insertWithdrawal(db, { reference, paymentId, name: by.name, createdAt: now }),
    ...(isTrial
      ? []
      : [
          insertWithdrawn(
            db,
            { reference: refund, paymentId, amountCents, actorId: by.actor?.id ?? null, now },
            payment,
          ),
        ]),
    recordOnce(db, { paymentId, kind: 'withdrawn', source: 'buyer', details: { reference }, now }),
    queueMail(db, {
      key,
      to: by.to,
      userId,
      paymentId,
      mail: { template: 'withdrawal-received', data },
      now,
    }),
    enqueueEmail(db, { key: `${key}:1`, deliveryKey: key, now }),
    queueMail(db, {
      key: `${key}:support`,
      to: config.supportEmail,
      paymentId,
      mail: { template: 'withdrawal-notice', data: { ...data, email: by.to } },
      now,
    }),
    enqueueEmail(db, { key: `${key}:support:1`, deliveryKey: `${key}:support`, now }),
  ]
  if (by.actor !== null) {
    const subject = `payment:${paymentId}`
    const after = { reference, amountCents }
    writes.push(
      noteAction(db, {
        actorId: by.actor.id,
        ip: by.actor.ip,
        now,
        action: 'contract.withdraw',
        subject,
        after,
      }),
    )
  }
  if (userId !== null) {
    const title = 'Withdrawal received'
    const effect = isTrial
      ? 'Your free days have ended, and nothing is charged.'
      : `We are refunding ${formatCents(amountCents)} to you.`
    const message = `You withdrew from your contract for ${productName}. ${effect}`
    const link = orderLink(paymentId)
    const messages = [REFRESH, notification({ id: key, type: 'info', title, message, link }, now)]
    writes.push(enqueueUserMessages(db, { key: `${key}:screens`, userId, messages, now }))
  }
  try {
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    if (refusedBy(error, 'contract_withdrawals') || refusedBy(error, 'refunds')) return null
    throw error
  }
  if (!isTrial) {
    const refunding = executeRefund(deps, refund, now)
    // A guest's answer takes no longer where order and address belong together.
    if (by.actor === null) deps.later(refunding)
    else await refunding
  }
  return { reference, receivedAt: toIso(now) }
}

/** Stores the statement as a message to support, and mails its receipt. */
async function passOn(
  deps: ShopDeps,
  { name, email, order }: GuestWithdraw,
  ip: string | null,
  now: number,
): Promise<Withdrawn> {
  const { db, config } = deps
  const reference = newReference()
  const key = `withdrawal:${reference}`
  const subject = `Withdrawal ${reference}`
  const message = `${name} withdraws from the contract of order ${order}. No open order without an account has this reference and address: please look for it, and answer.`
  const data = { reference, receivedAt: now, name, order }
  await commitAndDispatch(
    deps,
    [
      insertWithdrawal(db, { reference, paymentId: null, name: null, createdAt: now }),
      insertMessage(db, {
        firstName: name,
        lastName: '',
        email,
        subject,
        message,
        newsletter: false,
        ip,
        createdAt: now,
      }),
      queueMail(db, {
        key: `${key}:support`,
        to: config.supportEmail,
        mail: { template: 'contact', data: { name, email, subject, message } },
        now,
      }),
      enqueueEmail(db, { key: `${key}:support:1`, deliveryKey: `${key}:support`, now }),
      queueMail(db, { key, to: email, mail: { template: 'withdrawal-passed-on', data }, now }),
      enqueueEmail(db, { key: `${key}:1`, deliveryKey: key, now }),
    ],
    now,
  )
  return { reference, receivedAt: toIso(now) }
}
