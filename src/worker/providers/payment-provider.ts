import type { PurchaseType } from '../features/payments/contract.ts'
import type { Observation } from '../features/payments/rules.ts'
import type { ProviderSubscription } from '../features/subscriptions/subscription-state.ts'

/** What a provider needs to know to collect one payment. All of it is fixed by the payment row, so a retry sends the same. */
export type CheckoutOrder = {
  /** Our random reference of the payment: the idempotency key, and what the provider sends back. */
  reference: string
  purchaseType: PurchaseType
  productName: string
  amountCents: number
  currency: string
  email: string
  successUrl: string
  cancelUrl: string
  /** Epoch milliseconds. */
  expiresAt: number
}

export type HostedCheckout = { checkoutId: string; url: string; expiresAt: number | null }

/** What a pay page outside the shop sold: the operator wrote the product into the page, the buyer their address. */
export type HostedPurchase = { productId: number; email: string | null }

/** A verified webhook, reduced to what it is about; the truth is then fetched by `observe`. */
export type ProviderEvent = {
  eventId: string
  type: string
  about:
    | {
        kind: 'checkout'
        checkoutId: string
        reference: string | null
        /** A completed purchase at a pay page of the operator's, which no payment of ours opened; else null. */
        hosted: HostedPurchase | null
      }
    | { kind: 'subscription'; subscriptionId: string }
    | { kind: 'nothing-we-act-on' }
}

export interface PaymentProvider {
  /** Idempotent per payment: the same order again gives the same checkout. @throws ProviderDown, ProviderRefused */
  createCheckout(order: CheckoutOrder): Promise<HostedCheckout>
  /** Closes a checkout that was not paid, so that it never can be. No error where it is closed. @throws ProviderDown */
  expireCheckout(checkoutId: string): Promise<void>
  /** @throws ProviderDown */
  observe(checkoutId: string): Promise<Observation>
  /** Null where the provider does not know it. @throws ProviderDown */
  findSubscription(subscriptionId: string): Promise<ProviderSubscription | null>
  /** Lets a subscription end with what is paid, or takes that back. Safe to repeat. @throws ProviderDown, ProviderRefused (it has ended, or is unknown) */
  setCancelAtPeriodEnd(subscriptionId: string, ends: boolean): Promise<void>
  /** Ends a subscription at once, without a refund. No error where it has ended or is unknown. @throws ProviderDown */
  cancelNow(subscriptionId: string): Promise<void>
  /** Verifies the signature over the raw body; null where it does not hold or is stale. */
  readWebhook(rawBody: string, headers: Headers): Promise<ProviderEvent | null>
  /** An event of our own inbox, whose signature was checked when it came. */
  readStored(rawBody: string): ProviderEvent
}

/** The provider understood the order and will not take it as it is; `message` is its reason, fit for the buyer. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused'
}

/** The provider did not answer, or answered with a fault of its own: worth trying again. */
export class ProviderDown extends Error {
  override readonly name = 'ProviderDown'
}
