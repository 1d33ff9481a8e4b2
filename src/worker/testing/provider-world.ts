import { env } from 'cloudflare:workers'
import Stripe from 'stripe'
import { outsideFetch } from '../providers/outside.ts'

export const stripe = new Stripe(env.STRIPE_SECRET_KEY, {
  httpClient: Stripe.createFetchHttpClient(outsideFetch(env)),
})

/** What Stripe took for one purchase and did with it since, in cents; `disputed`: a bank holds it back. */
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

/** Null where nothing was taken. */
export async function moneyOf(intentId: string): Promise<ProviderMoney | null> {
  const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
  const charge = intent.latest_charge
  if (intent.status !== 'succeeded' || charge === null || typeof charge === 'string') return null
  return { captured: charge.amount, refunded: charge.amount_refunded, disputed: charge.disputed }
}

async function control(path: string, fields: Record<string, string> = {}): Promise<{ id: string }> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(fields) }
  const response = await env.SANDBOX?.fetch(`${env.PUBLIC_URL}/sandbox/stripe/disputes${path}`, init)
  if (!response?.ok) throw new Error(`disputes${path}: ${await response?.text()}`)
  return response.json()
}

/** The buyer's bank takes the money back for now. Answers the dispute's id. */
export const openDispute = async (intentId: string): Promise<string> =>
  (await control('', { payment_intent: intentId })).id

export const closeDispute = (disputeId: string, outcome: 'won' | 'lost') =>
  control(`/${disputeId}/${outcome}`)
