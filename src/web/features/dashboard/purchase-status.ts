import { formatMoment } from '../../../worker/core/format-day.ts'
import type { PaymentStatus, Purchase } from '../../../worker/features/payments/contract.ts'
import type { BadgeTone } from '../../ui/badge.tsx'
import { formatUsd } from '../../ui/format-usd.ts'

/** How a payment stands, in a word. */
export const PURCHASE_MARKS: Record<PaymentStatus, { label: string; tone: BadgeTone }> = {
  pending: { label: 'Pending', tone: 'info' },
  completed: { label: 'Completed', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  expired: { label: 'Expired', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  partially_refunded: { label: 'Partly refunded', tone: 'info' },
  disputed: { label: 'Disputed', tone: 'warning' },
}

/** What there is to say, or to do, about a purchase's refund; null: nothing. */
export type RefundNote =
  | { kind: 'may-ask'; text: string }
  | { kind: 'claim'; url: string; text: string }
  | { kind: 'text'; text: string }

export function refundNote({ status, refund, refundable }: Purchase): RefundNote | null {
  if (refund?.status === 'succeeded' && refund.claimUrl !== null) {
    const text = `${formatUsd(refund.amount)} are yours: say which wallet they go to, if you have not yet.`
    return { kind: 'claim', url: refund.claimUrl, text }
  }
  if (refund?.status === 'review')
    return { kind: 'text', text: 'A person looks at your request. You hear from us by email.' }
  if (refund?.status === 'approved' || (refund?.status === 'pending' && status !== 'refunded'))
    return { kind: 'text', text: `Your refund of ${formatUsd(refund.amount)} is on its way.` }
  if (refundable.verdict !== 'no' && refundable.until !== null)
    return { kind: 'may-ask', text: `Refundable until ${formatMoment(refundable.until)}` }
  if (status === 'disputed') return { kind: 'text', text: 'Access is paused until your bank has decided.' }
  const isTold = refund?.status === 'declined' || refund?.status === 'failed'
  return isTold && status !== 'refunded' && refundable.reason !== null
    ? { kind: 'text', text: refundable.reason }
    : null
}

/** What asking does, said before it is done. */
export function refundEffects({ provider, purchaseType, product, refundable }: Purchase): string[] {
  const money = formatUsd(refundable.amount)
  const crypto = provider === 'coinbase' || provider === 'btcpay'
  const back = crypto
    ? `You get ${money} back in crypto. Where it cannot be sent back by itself, you say which wallet it goes to.`
    : `You get ${money} back on the card you paid with. Your bank often takes 5 to 10 days to show it.`
  const ends = refundable.endsSubscription
    ? `${product.name} ends at once and is never charged again. Everything it opens closes: files, mailed links and licences.`
    : purchaseType === 'subscription'
      ? otherPeriod(crypto, product.name)
      : `${product.name} closes at once: its files, the links in your mails and its licence.`
  return [back, ends]
}

/** A month in crypto is paid ahead, and may run or be still to come; the renewal by card that is asked about is over. */
const otherPeriod = (crypto: boolean, name: string) =>
  crypto
    ? `The month that this paid for is taken out of your paid time. Where none is left, ${name} closes at once.`
    : 'This pays for a period that is over: what runs now stays as it is.'
