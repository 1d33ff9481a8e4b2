import { formatCents } from '../../core/money.ts'
import { toIso } from '../../core/time.ts'
import type { Db, Write } from '../../db/client.ts'
import type { AmountNews } from '../email/contract.ts'
import { queueMailOnce } from '../email/writes.ts'
import type { UserMessage } from '../notifications/contract.ts'
import { enqueueEmail, enqueueUserMessagesOnce } from '../notifications/writes.ts'
import { lostDiscount } from './received-rules.ts'
import { wasMade } from './rules.ts'
import type { Payment, PaymentWithProduct } from './store.ts'

/** What there is to tell when other than the price lies here; null where it became less, or nothing. */
export function amountNews(
  payment: Pick<Payment, 'status' | 'amountCents' | 'receivedCents'>,
  receivedCents: number,
): AmountNews | null {
  const grew = receivedCents > payment.receivedCents
  if (wasMade(payment.status)) return grew && receivedCents > payment.amountCents ? 'excess' : null
  return grew ? 'short' : null
}

const keysOf = (paymentId: number, about: AmountNews, occasion: number) => {
  // A payment is reminded of once. The same amount may arrive, or be refunded, more than once.
  const delivery = about === 'reminder' ? `reminder:${paymentId}` : `${about}:${paymentId}:${occasion}`
  return { delivery, mail: `${delivery}:1`, screens: `${delivery}:screens` }
}

export function amountOutboxKeys(paymentId: number, about: AmountNews, occasion: number): string[] {
  const { mail, screens } = keysOf(paymentId, about, occasion)
  return [mail, screens]
}

type Told = {
  about: AmountNews
  receivedCents: number
  /** Which time it happened: the revision of the payment, or the id of the refund. */
  occasion: number
  claimUrl?: string | null
}

/** Tells the buyer, once per occasion, that other than the price arrived or went back, and what to do about it. */
export function notifyAmount(
  db: Db,
  payment: Pick<Payment, 'id' | 'userId' | 'email' | 'amountCents' | 'couponId' | 'discountCents'>,
  product: PaymentWithProduct['product'],
  { about, receivedCents, occasion, claimUrl = null }: Told,
  now: number,
): Write[] {
  const { id: paymentId, userId, email, amountCents } = payment
  const discountLost = lostDiscount(payment)
  const keys = keysOf(paymentId, about, occasion)
  const data = {
    paymentId,
    productName: product.name,
    amountCents,
    receivedCents,
    about,
    claimUrl,
    discountLost,
    isGuest: userId === null,
  }
  const writes: Write[] = []
  if (email !== null) {
    const mail = { template: 'crypto-amount' as const, data }
    writes.push(
      queueMailOnce(db, { key: keys.delivery, to: email, userId, paymentId, mail, now }),
      enqueueEmail(db, { key: keys.mail, deliveryKey: keys.delivery, now }).onConflictDoNothing(),
    )
  }
  if (userId !== null) {
    const messages = messagesOf(keys.delivery, data, now)
    writes.push(enqueueUserMessagesOnce(db, { key: keys.screens, userId, messages, now }))
  }
  return writes
}

type Words = {
  productName: string
  amountCents: number
  receivedCents: number
  about: AmountNews
  discountLost: boolean
}

function messagesOf(id: string, words: Words, now: number): UserMessage[] {
  const timestamp = toIso(now)
  const [title, message] = messageFor(words)
  const type = words.about === 'back' ? ('info' as const) : ('warning' as const)
  // In this order: of two toasts the last one stays.
  return [
    { type: 'dashboard_refresh' },
    { type: 'notification', timestamp, data: { id, type, title, message, timestamp, read: false } },
  ]
}

function messageFor({
  productName,
  amountCents,
  receivedCents,
  about,
  discountLost,
}: Words): [string, string] {
  const arrived = formatCents(receivedCents)
  switch (about) {
    case 'short':
      return [
        'Too little arrived',
        `${arrived} of ${formatCents(amountCents)} for ${productName} arrived${discountLost ? ' after your coupon was used up' : ''}. Pay the rest, or get it back, in your dashboard.`,
      ]
    case 'reminder':
      return [
        'A part of a payment waits for you',
        `We received ${arrived} of ${formatCents(amountCents)} for ${productName}. Pay the rest, or get it back, in your dashboard.`,
      ]
    case 'excess':
      return [
        'More arrived than was asked',
        `${formatCents(receivedCents - amountCents)} too much arrived for ${productName}. Get it back in your dashboard.`,
      ]
    case 'back':
      return [
        'Money on its way back',
        `We are refunding ${arrived} for ${productName} to you. Your dashboard shows how.`,
      ]
  }
}
