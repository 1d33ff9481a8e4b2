import { env } from 'cloudflare:workers'
import { batchOf } from '../db/account-batch.ts'
import { createPayment } from '../features/payments/checkout/create-payment.ts'
import type { Observation } from '../features/payments/rules.ts'
import { settlePayment } from '../features/payments/settlement/settle-payment.ts'
import { findById } from '../features/payments/store.ts'
import type { Env } from '../providers/env.ts'
import type { PaymentProvider } from '../providers/payment-provider.ts'
import { depsOf, unique } from './shop.ts'

type Paid = Extract<Observation, { kind: 'paid' }>

/** A shop with a fake crypto provider, whose payments the test controls. */
export function cryptoShop(bindings: Env = env) {
  const sold = new Map<string, Observation>()
  const provider: PaymentProvider = {
    name: 'coinbase',
    createCheckout: async ({ reference, amountCents }) => {
      sold.set(reference, { kind: 'open' })
      asked.set(reference, amountCents)
      return { checkoutId: reference, url: `https://pay.test/${reference}`, expiresAt: null }
    },
    expireCheckout: async (id) => void sold.set(id, { kind: 'expired' }),
    observe: async (id) => sold.get(id) ?? { kind: 'unknown' },
    refund: async () => ({ refundId: unique('refund'), claimUrl: null }),
    async *listSince() {},
    readWebhook: async () => null,
    readStored: () => ({ eventId: '', type: '', about: { kind: 'nothing-we-act-on' } }),
  }
  const asked = new Map<string, number>()
  const base = depsOf(bindings)
  const providers = { ...base.providers, crypto: { coinbase: provider }, newCrypto: 'coinbase' as const }
  const deps = { ...base, providers }

  const paid = (id: string, input: Partial<Paid> = {}): Paid => ({
    kind: 'paid',
    amountCents: asked.get(id) ?? 0,
    currency: 'usd',
    transactionId: null,
    intentId: null,
    email: null,
    subscription: null,
    period: null,
    receivedCents: asked.get(id) ?? 0,
    refundedCents: 0,
    disputed: 'no',
    ...input,
  })
  const settle = async (paymentId: number, now: number) => {
    const found = await findById(deps.db, paymentId)
    if (!found) throw new Error('There is no such payment')
    return settlePayment(deps, found, found.payment.checkoutId ?? '', 'webhook', now)
  }
  const referenceOf = async (paymentId: number) =>
    (await findById(deps.db, paymentId))?.payment.checkoutId ?? ''

  return {
    deps,
    settle,
    /** Opens a charge for a month and leaves it unpaid. */
    open: (user: { id: number; email: string }, productId: number, now: number) =>
      createPayment(
        deps,
        batchOf(deps.db, user.id),
        {
          productId,
          purchaseType: 'subscription',
          provider: 'coinbase',
          email: user.email,
          clientPaymentId: unique('visit'),
        },
        now,
      ),
    /** The money arrives, and the shop is notified. */
    pay: async (paymentId: number, now: number, input: Partial<Paid> = {}) => {
      const reference = await referenceOf(paymentId)
      sold.set(reference, paid(reference, input))
      return settle(paymentId, now)
    },
    /** Changes the provider's state of a payment without notifying the shop. */
    say: async (paymentId: number, input: Partial<Paid>) => {
      const reference = await referenceOf(paymentId)
      sold.set(reference, paid(reference, input))
    },
    /** The charge expires, and the shop is notified. */
    expire: async (paymentId: number, now: number) => {
      sold.set(await referenceOf(paymentId), { kind: 'expired' })
      return settle(paymentId, now)
    },
  }
}
