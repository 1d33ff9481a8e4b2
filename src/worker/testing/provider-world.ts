import { env } from 'cloudflare:workers'
import Stripe from 'stripe'
import { outsideFetch } from '../providers/outside.ts'

export const stripe = new Stripe(env.STRIPE_SECRET_KEY, {
  httpClient: Stripe.createFetchHttpClient(outsideFetch(env)),
})

/** The money of one payment at its provider, in cents; `disputed`: a bank disputes it. */
export type ProviderMoney = { captured: number; refunded: number; disputed: boolean }

/** The payment intents of a checkout: its own, or those of its subscription's invoices, oldest first. */
export async function intentsOf(checkoutId: string): Promise<string[]> {
  const session = await stripe.checkout.sessions.retrieve(checkoutId)
  if (typeof session.payment_intent === 'string') return [session.payment_intent]
  if (typeof session.subscription !== 'string') return []
  const invoices = await stripe.invoices.list({ subscription: session.subscription, limit: 100 })
  const links = await Promise.all(
    invoices.data.map(({ id }) => stripe.invoicePayments.list({ invoice: id, limit: 100 })),
  )
  return links
    .flatMap(({ data }) => data.map(({ payment }) => payment.payment_intent))
    .filter((intent) => typeof intent === 'string')
    .reverse()
}

/** Null where nothing was captured. */
export async function moneyOf(intentId: string): Promise<ProviderMoney | null> {
  const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
  const charge = intent.latest_charge
  if (intent.status !== 'succeeded' || charge === null || typeof charge === 'string') return null
  return { captured: charge.amount, refunded: charge.amount_refunded, disputed: charge.disputed }
}
