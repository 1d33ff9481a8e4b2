import type { Box } from '../box.ts'
import { keep, listAll } from '../crypto/objects.ts'
import { newId } from '../ids.ts'
import { BtcpayApiError } from './errors.ts'
import type { Invoice } from './invoice.ts'

/** Money that a receiver can claim. `claimedBy` is the receiver's wallet address, which the API does not show. */
export interface PullPayment {
  id: string
  invoiceId: string
  name: string
  description: string
  currency: string
  amount: string
  autoApproveClaims: boolean
  archived: boolean
  /** Unix seconds. */
  startsAt: number
  viewLink: string
  claimedBy: string | null
}

export type RefundTerms = {
  name?: string | undefined
  description?: string | undefined
  customAmount: string
  customCurrency: string
}

/** Offers a refund for an invoice that received money. */
export function refundInvoice(box: Box, invoice: Invoice, terms: RefundTerms): PullPayment {
  const { status, additionalStatus } = invoice
  const late = ['PaidLate', 'PaidOver', 'PaidPartial'].includes(additionalStatus)
  if (status !== 'Settled' && status !== 'Invalid' && !(status === 'Expired' && late)) {
    throw new BtcpayApiError(400, 'non-refundable', 'Cannot refund this invoice')
  }
  const id = newId('pp', 27).slice(3)
  return keep(box, 'btcpay.pull_payment', {
    id,
    invoiceId: invoice.id,
    name: terms.name ?? `Refund ${invoice.id}`,
    description: terms.description ?? '',
    currency: terms.customCurrency,
    amount: terms.customAmount,
    // The store's owner must approve a claim in a currency other than the coin.
    autoApproveClaims: false,
    archived: false,
    startsAt: Math.floor(Date.now() / 1000),
    viewLink: `${box.env.PUBLIC_URL}/sandbox/btcpay/pull-payments/${id}`,
    claimedBy: null,
  })
}

/** The receiver names a wallet; only the first wallet counts. */
export const claimPullPayment = (box: Box, pull: PullPayment, address: string): PullPayment =>
  pull.claimedBy === null ? keep(box, 'btcpay.pull_payment', { ...pull, claimedBy: address }) : pull

export const refundsOf = (box: Box, invoiceId: string): PullPayment[] =>
  listAll(box, 'btcpay.pull_payment').filter((pull) => pull.invoiceId === invoiceId)

export const shownPull = ({ claimedBy: _, invoiceId: __, ...pull }: PullPayment) => pull
