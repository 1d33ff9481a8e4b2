import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { CreatePayment } from '#shared/payments/contract.ts'
import { confirmAddress, type SignedIn } from '../clients.ts'
import { type Created, inputOf } from '../coupons.ts'
import { aProduct } from '../products.ts'
import { happens } from '../purchases.ts'
import { sandbox } from '../sandbox.ts'
import { unique } from '../shop.ts'

export const TRIAL_DAYS = 7
export const MONTHLY_CENTS = 1950

/** A subscription that begins with free days. */
export const aTrialProduct = () =>
  aProduct({ isSubscription: true, trialDays: TRIAL_DAYS, priceCents: MONTHLY_CENTS })

/** Opens a checkout with free days and leaves it open. */
export async function openTrial(user: SignedIn, productId: number, more: Partial<CreatePayment> = {}) {
  await confirmAddress(user)
  const trial = { purchaseType: 'subscription' as const, trial: true, finalAmount: 0 }
  const order = inputOf(user, productId, { ...trial, ...more })
  const created = await user.post<Created>('/api/payment/create', order)
  expect(created.status, created.text).toBe(201)
  return { paymentId: created.data.id, checkoutId: created.data.url.split('/').at(-1) ?? '' }
}

/** Completes such a checkout with a card, absent: a new one, and delivers all events. */
export async function startTrial(user: SignedIn, productId: number, card = unique('fp')) {
  const opened = await openTrial(user, productId)
  const events = await happens(() => sandbox.pay(opened.checkoutId, card))
  return { ...opened, card, events, subscription: await subscriptionOf(opened.paymentId) }
}

export type SubscriptionOf = {
  id: number
  stripeId: string
  status: string
  trialEndsAt: number
  monthlyCents: number
}

/** Our row of the subscription that an order started; null: it started none. */
export const subscriptionOf = (paymentId: number) =>
  env.DB.prepare(
    `SELECT s.id, s.stripe_subscription_id AS stripeId, s.status, s.trial_ends_at AS trialEndsAt,
      s.monthly_cents AS monthlyCents
    FROM subscriptions s JOIN payments p ON p.subscription_id = s.id WHERE p.id = ?`,
  )
    .bind(paymentId)
    .first<SubscriptionOf>()
