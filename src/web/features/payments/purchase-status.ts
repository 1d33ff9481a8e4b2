import type { LIFETIME_ID } from '#shared/catalogue/contract.ts'
import { formatMoment } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import type { PaymentStatus, Purchase } from '#shared/payments/contract.ts'
import type { BadgeTone } from '../../ui/data/badge.tsx'

/** The label and colour of each payment status. */
export const PURCHASE_MARKS: Record<PaymentStatus, { label: string; tone: BadgeTone }> = {
  pending: { label: 'Pending', tone: 'info' },
  completed: { label: 'Completed', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  expired: { label: 'Expired', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  partially_refunded: { label: 'Partly refunded', tone: 'info' },
  disputed: { label: 'Disputed', tone: 'warning' },
}

/** The text or the action about a purchase's refund; null if there is none. */
export type RefundNote =
  | { kind: 'may-ask'; text: string }
  | { kind: 'claim'; url: string; text: string }
  | { kind: 'text'; text: string }

export function refundNote({ status, refund, refundable }: Purchase): RefundNote | null {
  if (refund?.status === 'succeeded' && refund.claimUrl !== null) {
    const text = `${formatUsd(refund.amount)} is ready to be refunded. Enter your wallet address if you have not yet.`
    return { kind: 'claim', url: refund.claimUrl, text }
  }
  if (refund?.status === 'review')
    return { kind: 'text', text: 'We are reviewing your request and will email you.' }
  if (refund?.status === 'approved' || (refund?.status === 'pending' && status !== 'refunded'))
    return { kind: 'text', text: `Your refund of ${formatUsd(refund.amount)} is on its way.` }
  if (refundable.verdict !== 'no' && refundable.until !== null)
    return { kind: 'may-ask', text: `Refundable until ${formatMoment(refundable.until)}` }
  if (status === 'disputed')
    return { kind: 'text', text: 'Access from this payment is paused until your bank has decided.' }
  const isTold = refund?.status === 'declined' || refund?.status === 'failed'
  return isTold && status !== 'refunded' && refundable.reason !== null
    ? { kind: 'text', text: refundable.reason }
    : null
}

// Checked by type only, so that the dashboard's lists do not load zod.
const LIFETIME = 12 satisfies typeof LIFETIME_ID

/** The effects of a refund, shown before the request. */
export function refundEffects({ provider, purchaseType, product, refundable }: Purchase): string[] {
  const money = formatUsd(refundable.amount)
  const crypto = provider === 'coinbase' || provider === 'btcpay'
  const back = crypto
    ? `You get ${money} back in crypto. If it cannot be refunded automatically, we ask you for a wallet address.`
    : `You get ${money} back on the card you paid with. Your bank often takes 5 to 10 days to show it.`
  const ends = refundable.endsSubscription
    ? `${product.name} ends at once and will not be charged again. You lose access to everything it includes: files, emailed links and licences.`
    : purchaseType === 'subscription'
      ? otherPeriod(crypto, product.name)
      : product.id === LIFETIME
        ? `You lose access at once to everything that ${product.name} includes: files, emailed links and licences. What you bought separately stays yours.`
        : `You lose access to ${product.name} at once: its files, emailed links and its licence. If a plan of yours includes it, you keep access.`
  return [back, ends]
}

/** The effect on a period other than the current one. A crypto month is prepaid; a card renewal is in the past. */
const otherPeriod = (crypto: boolean, name: string) =>
  crypto
    ? `The month you paid for is taken off your paid time. If no paid time is left, you lose access to ${name} at once.`
    : 'This paid for a past period. The access you have now does not change.'
