import { formatCents } from '#shared/core/money.ts'
import type { UserMessage } from '#shared/notifications/contract.ts'
import { openPaymentLink } from '#shared/notifications/link-rules.ts'
import type { Db, Write } from '../../../db/client.ts'
import type { AmountNews } from '../../email/order-mail-rules.ts'
import { queueMailOnce } from '../../email/writes.ts'
import { notification, REFRESH } from '../../notifications/message-rules.ts'
import { enqueueEmailOnce, enqueueUserMessagesOnce } from '../../notifications/writes.ts'
import { lostDiscount } from '../balance/rules.ts'
import { wasMade } from '../rules.ts'
import type { Payment, PaymentWithProduct } from '../store.ts'

/** The notice that a wrong amount needs; null where the amount did not grow, or is no excess of a completed payment. */
export function amountNews(
  payment: Pick<Payment, 'status' | 'amountCents' | 'receivedCents'>,
  receivedCents: number,
): AmountNews | null {
  const grew = receivedCents > payment.receivedCents
  if (wasMade(payment.status)) return grew && receivedCents > payment.amountCents ? 'excess' : null
  return grew ? 'short' : null
}

/** One reminder per payment. Other notices repeat: the same amount may arrive, or be refunded, more than once. */
const keyOf = (paymentId: number, about: AmountNews, occasion: number) =>
  about === 'reminder' ? `reminder:${paymentId}` : `${about}:${paymentId}:${occasion}`

type AmountNotice = {
  about: AmountNews
  receivedCents: number
  /** Distinguishes repeated notices: the revision of the payment, or the id of the refund. */
  occasion: number
  claimUrl?: string | null
}

/** Notifies the buyer, once per occasion, that a wrong amount arrived or was refunded, and what to do about it. */
export function notifyAmount(
  db: Db,
  payment: Pick<Payment, 'id' | 'userId' | 'email' | 'amountCents' | 'couponId' | 'discountCents'>,
  product: PaymentWithProduct['product'],
  { about, receivedCents, occasion, claimUrl = null }: AmountNotice,
  now: number,
): Write[] {
  const { id: paymentId, userId, email, amountCents } = payment
  const discountLost = lostDiscount(payment)
  const key = keyOf(paymentId, about, occasion)
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
      queueMailOnce(db, { key, to: email, userId, paymentId, mail, now }),
      enqueueEmailOnce(db, { key: `${key}:1`, deliveryKey: key, now }),
    )
  }
  if (userId !== null) {
    const messages = messagesOf(key, data, now)
    writes.push(enqueueUserMessagesOnce(db, { key: `${key}:screens`, userId, messages, now }))
  }
  return writes
}

type NoticeText = {
  productName: string
  amountCents: number
  receivedCents: number
  about: AmountNews
  claimUrl: string | null
  discountLost: boolean
  paymentId: number
}

function messagesOf(id: string, text: NoticeText, now: number): UserMessage[] {
  const [title, message] = messageFor(text)
  const type = text.about === 'back' ? ('info' as const) : ('warning' as const)
  return [REFRESH, notification({ id, type, title, message, link: openPaymentLink(text.paymentId) }, now)]
}

const DISCOUNT_LOST = 'Your discount had ended before your payment arrived, so the full price applies. '

function messageFor({
  productName,
  amountCents,
  receivedCents,
  about,
  claimUrl,
  discountLost,
}: NoticeText): [string, string] {
  const arrived = formatCents(receivedCents)
  switch (about) {
    case 'short':
      return [
        'Too little arrived',
        `We received ${arrived} of ${formatCents(amountCents)} for ${productName}. ${discountLost ? DISCOUNT_LOST : ''}Pay the amount due, or get your money back, in your dashboard.`,
      ]
    case 'reminder':
      return [
        'Your payment is incomplete',
        `We received ${arrived} of ${formatCents(amountCents)} for ${productName}. Pay the amount due, or get your money back, in your dashboard.`,
      ]
    case 'excess':
      return [
        'You paid too much',
        `${formatCents(receivedCents - amountCents)} more than the price arrived for ${productName}. Get it back in your dashboard.`,
      ]
    case 'back':
      return [
        claimUrl === null ? 'Refund on its way' : 'Claim your refund',
        claimUrl === null
          ? `We are refunding ${arrived} for ${productName} to the wallet it came from.`
          : `${arrived} for ${productName} is ready to be refunded. See your dashboard for the next step.`,
      ]
  }
}
