import type { Box } from '../box.ts'
import { newId } from '../ids.ts'

export type InvoiceStatus = 'New' | 'Processing' | 'Expired' | 'Invalid' | 'Settled'
export type AdditionalStatus = 'None' | 'PaidLate' | 'PaidPartial' | 'Marked' | 'Invalid' | 'PaidOver'

export interface Payment {
  id: string
  /** Unix seconds. */
  receivedDate: number
  /** The amount in the coin, as a decimal. */
  value: string
  fee: string
  status: 'Invalid' | 'Processing' | 'Settled'
  destination: string
}

export interface CheckoutOptions {
  expirationMinutes?: number | undefined
  monitoringMinutes?: number | undefined
  paymentTolerance?: number | undefined
  redirectURL?: string | undefined
  redirectAutomatically?: boolean | undefined
}

/** An invoice. The API shows `payments` and `address` in the payment methods, not in the invoice. */
export interface Invoice {
  id: string
  storeId: string
  amount: string
  currency: string
  type: 'Standard'
  checkoutLink: string
  createdTime: number
  expirationTime: number
  monitoringExpiration: number
  status: InvoiceStatus
  additionalStatus: AdditionalStatus
  archived: boolean
  metadata: Record<string, unknown>
  checkout: CheckoutOptions
  payments: Payment[]
  address: string
}

export type InvoiceTerms = {
  amount: string
  currency: string
  metadata: Record<string, unknown>
  checkout: CheckoutOptions
}

/** US dollars per coin, for every invoice. */
export const rate = 50_000

export const centsOf = (amount: string): number => Math.round(Number(amount) * 100)
export const toCoin = (cents: number): string => (cents / 100 / rate).toFixed(8)
const fromCoin = (value: string) => Math.round(Number(value) * rate * 100)

/** The amount received, without payments that were replaced or spent twice. */
export const receivedCents = (invoice: Invoice): number =>
  invoice.payments
    .filter(({ status }) => status !== 'Invalid')
    .reduce((sum, { value }) => sum + fromCoin(value), 0)

/** A new invoice. The store's defaults: 15 minutes to pay, then the address is watched for a day. */
export function buildInvoice(box: Box, terms: InvoiceTerms): Invoice {
  const id = newId('inv', 22).slice(4)
  const now = Math.floor(Date.now() / 1000)
  const expirationTime = now + Math.round((terms.checkout.expirationMinutes ?? 15) * 60)
  return {
    id,
    storeId: box.env.BTCPAY_STORE_ID,
    type: 'Standard',
    checkoutLink: `${box.env.PUBLIC_URL}/sandbox/btcpay/checkout/${id}`,
    createdTime: now,
    expirationTime,
    monitoringExpiration: expirationTime + Math.round((terms.checkout.monitoringMinutes ?? 1440) * 60),
    status: 'New',
    additionalStatus: 'None',
    archived: false,
    payments: [],
    address: newId('bcrt1', 38).replace('_', '').toLowerCase(),
    ...terms,
  }
}

/** The invoice as `GET …/invoices/{id}` shows it. */
export function shown({ payments, address, ...invoice }: Invoice) {
  return { ...invoice, paidAmount: (receivedCents({ payments, address, ...invoice }) / 100).toFixed(2) }
}

/** The payment methods as `GET …/payment-methods` shows them: one coin, on its chain and over Lightning. */
export function methodsOf(invoice: Invoice) {
  const asked = centsOf(invoice.amount)
  const total = receivedCents(invoice)
  const common = {
    currency: 'BTC',
    rate: rate.toFixed(2),
    totalPaid: toCoin(total),
    due: toCoin(asked - total),
    amount: toCoin(asked),
    paymentMethodFee: '0',
    activated: true,
    additionalData: {},
  }
  return [
    {
      ...common,
      paymentMethodId: 'BTC-CHAIN',
      destination: invoice.address,
      paymentLink: `bitcoin:${invoice.address}`,
      paymentMethodPaid: toCoin(total),
      payments: invoice.payments.filter(({ status }) => status !== 'Invalid'),
    },
    {
      ...common,
      paymentMethodId: 'BTC-LN',
      destination: 'lnbcrt1',
      paymentLink: 'lightning:lnbcrt1',
      paymentMethodPaid: '0',
      payments: [],
    },
  ]
}
