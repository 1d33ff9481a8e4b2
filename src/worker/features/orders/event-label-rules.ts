import { formatCents } from '#shared/core/money.ts'
import { disputeTitle } from '#shared/email/dispute-label-rules.ts'
import type { TimelineKind } from '#shared/orders/contract.ts'
import type { PaymentStatus, StoppedTrial } from '#shared/payments/contract.ts'
import { disputeFacts, readDispute } from '../payments/webhooks/dispute-rules.ts'

type Details = Record<string, unknown>
type EventLabel = { as: TimelineKind; title: string; text: string | null }

const WHY_STOPPED: Record<StoppedTrial, string> = {
  used: 'The account, its address or the card has had a trial before',
  owned: 'The buyer has the product already',
  deleted: 'The account was deleted meanwhile',
}

/** The label of a payment event for admins. An unknown kind is shown by its name. */
export function labelForEvent(kind: string, details: Details): EventLabel {
  const [name = kind] = kind.split(':')
  const cents = (key: string) => formatCents(typeof details[key] === 'number' ? details[key] : 0)
  switch (name) {
    case 'settled':
      return { as: 'paid', title: 'Paid', text: cents('amountCents') }
    case 'change':
      return labelForChange(details, cents)
    case 'received': {
      const rest = details.closed === true ? 'its page is closed' : 'waiting for the amount due'
      return {
        as: 'part',
        title: 'Partial payment received',
        text: `${cents('receivedCents')} so far; ${rest}`,
      }
    }
    case 'use-taken':
      return { as: 'part', title: 'Paid late, coupon applied again', text: cents('amountCents') }
    case 'full-price': {
      const text = `${cents('amountCents')} is the price now`
      return { as: 'part', title: 'Paid late, coupon used up', text }
    }
    case 'rest':
      return { as: 'part', title: 'Checkout for the amount due started', text: cents('amountCents') }
    case 'reminded':
      return { as: 'part', title: 'Reminded of the amount due', text: `${cents('receivedCents')} so far` }
    case 'given-back':
      return {
        as: 'money-back',
        title: details.of === 'excess' ? 'Excess is being refunded' : 'Incomplete payment is being refunded',
        text: `${cents('amountCents')}, outside the order`,
      }
    case 'expired':
      return labelForLost(details) ?? { as: 'closed', title: 'Expired unpaid', text: null }
    case 'failed':
      return labelForLost(details) ?? { as: 'closed', title: 'Payment failed', text: null }
    case 'file-ready':
      return { as: 'paid', title: 'The file was published and mailed', text: null }
    case 'processing':
      return { as: 'checkout', title: 'Paid, the money is on its way', text: null }
    case 'second-payment':
      return {
        as: 'flagged',
        title:
          details.coupon === 1
            ? 'Its card had used the coupon before: nothing was granted'
            : 'A second payment: nothing was granted',
        text: details.reason ? `Reason: “${details.reason}”` : null,
      }
    case 'trial-stopped':
      return {
        as: 'closed',
        title: 'The trial did not start: nothing was charged or granted',
        text: WHY_STOPPED[details.trialStopped as StoppedTrial] ?? null,
      }
    case 'withdrawn':
      return {
        as: 'money-back',
        title: 'The buyer withdrew from the contract',
        text: details.reference ? `Reference ${details.reference}` : null,
      }
    case 'late-money':
    case 'paid-twice':
    case 'undeliverable':
    case 'flagged':
      return { as: 'flagged', title: 'Flagged for review', text: String(details.reason ?? '') || null }
    case 'acknowledged':
      return {
        as: 'money-back',
        title: 'An admin confirmed that nothing is left to refund',
        text: String(details.reason ?? '') || null,
      }
    case 'renewal-raced': {
      const text = `We are refunding ${cents('amountCents')}: it was paid while the subscription ended`
      return { as: 'refund', title: 'Renewal of an ended subscription', text }
    }
    case 'dispute':
    case 'fraud-warning': {
      const state = readDispute(details)
      return { as: 'dispute', title: disputeTitle(state.status), text: disputeFacts(state) }
    }
    default:
      return { as: 'checkout', title: kind, text: null }
  }
}

function labelForChange(details: Details, cents: (key: string) => string): EventLabel {
  const { from, to } = details as { from?: PaymentStatus; to?: PaymentStatus }
  if (to === 'disputed')
    return { as: 'dispute', title: 'Money withdrawn', text: 'The buyer’s bank took the money back for now.' }
  if (from === 'disputed' && to === 'refunded')
    return { as: 'dispute', title: 'Dispute ended', text: `The buyer keeps ${cents('refundedCents')}` }
  if (from === 'disputed')
    return { as: 'dispute', title: 'Money returned to the shop', text: 'The dispute has ended.' }
  if (to === 'refunded')
    return { as: 'money-back', title: 'Refunded in full', text: `${cents('refundedCents')} in all` }
  const isPositive = (value: unknown) => typeof value === 'number' && value > 0
  if (isPositive(details.movedCents) || isPositive(details.failedCents)) {
    const text = `${cents('refundedCents')} still counts as refunded`
    return { as: 'money-back', title: 'A refund was returned to the shop', text }
  }
  return { as: 'money-back', title: 'Refunded in part', text: `${cents('refundedCents')} in all` }
}

/** The end of an order whose money did not fit it; null where it received none. */
function labelForLost({ lostBy, refundedCents }: Details): EventLabel | null {
  if (lostBy === 'dispute')
    return { as: 'dispute', title: 'Lost in a dispute, nothing was delivered', text: null }
  if (lostBy !== 'refund') return null
  const text = typeof refundedCents === 'number' ? formatCents(refundedCents) : null
  return { as: 'money-back', title: 'Refunded in full, nothing was delivered', text }
}
