import { SECOND } from '#shared/core/time.ts'
import type { CollectingProvider, PurchaseType } from '#shared/payments/contract.ts'
import type { Observation } from '../features/payments/rules.ts'
import type { ProviderSubscription } from '../features/subscriptions/subscription-state.ts'

/** Timeout of each call to a provider. */
export const PROVIDER_TIMEOUT_MS = 15 * SECOND

/**
 * How long one caller's claim on a refund lasts. The claim is renewed directly before the call that creates the
 * refund, so that this call has timed out long before the claim expires.
 */
export const REFUND_CLAIM_MS = 8 * PROVIDER_TIMEOUT_MS

/** The order of one payment for a provider. The payment row fixes all its values, so a retry sends the same ones. */
export type CheckoutOrder = {
  /** Our random reference of the payment: the idempotency key, and what the provider sends back. */
  reference: string
  purchaseType: PurchaseType
  productName: string
  /** The amount to pay now; for a subscription the first period. */
  amountCents: number
  /** The price before any discount: the cost of each later period of a subscription. */
  originalCents: number
  currency: string
  /** The days of a subscription's trial, in which nothing is charged; 0: none. */
  trialDays: number
  email: string
  /** Stripe computes the tax in the price by the buyer's country, which its page asks for. */
  automaticTax: boolean
  successUrl: string
  cancelUrl: string
  /** Epoch milliseconds. */
  expiresAt: number
}

export type HostedCheckout = { checkoutId: string; url: string; expiresAt: number | null }

/** A purchase at a pay page outside the shop: the operator set the page's product, the buyer entered the address. */
export type HostedPurchase = { productId: number; email: string | null }

/** The subject of an event, or of an entry in the provider's lists. `observe` then fetches its current state. */
export type About =
  | {
      kind: 'checkout'
      checkoutId: string
      reference: string | null
      /** A completed purchase at a pay page outside the shop, without a payment of ours; else null. */
      hosted: HostedPurchase | null
    }
  /** A period of a subscription was billed. The first one belongs to the checkout that opened the subscription. */
  | { kind: 'invoice'; invoiceId: string; subscriptionId: string; isFirst: boolean }
  /** Refunds of a payment changed: created, completed or failed. */
  | { kind: 'money'; intentId: string }
  /** The buyer's bank disputes a payment, inquires about it, or has decided. */
  | { kind: 'dispute'; disputeId: string; intentId: string }
  /** The card's issuer reports a payment as probable fraud: a dispute may follow. */
  | { kind: 'fraud-warning'; warningId: string; intentId: string }
  | { kind: 'subscription'; subscriptionId: string }
  /** An event of the provider's test mode at a shop that takes real money, or the reverse: it moved none of our money. */
  | { kind: 'other-mode' }
  | { kind: 'nothing-we-act-on' }

/** A verified webhook, reduced to its subject. */
export type ProviderEvent = { eventId: string; type: string; about: About }

/** An order to refund money; `reference` makes a repeated call the same refund. */
export type RefundOrder = {
  reference: string
  /** The provider's id of the checkout or renewal. */
  checkoutId: string
  /** The provider's id of the money movement, where it has one. */
  intentId: string | null
  amountCents: number
  currency: string
  reason: string
  /**
   * Called directly before the refund is created, after the search for an earlier one. Of two callers only the later
   * one continues: between the search and the creation, another caller may have created the refund.
   * @throws ClaimLost
   */
  confirmClaim: () => Promise<void>
}

export type ProviderRefund = {
  refundId: string
  /** The page where the buyer enters the wallet for the refund; null where the provider knows the wallet. */
  claimUrl: string | null
}

/** A billed period of a subscription, as the provider reports it. */
export type RenewalInvoice = {
  invoiceId: string
  subscriptionId: string
  amountCents: number
  currency: string
  /** Epoch milliseconds; null: not paid. */
  paidAt: number | null
}

/** A dispute or an early fraud warning, as the provider reports it now. */
export type ProviderDispute = {
  /** The provider's status; for a warning `actionable` until the payment was refunded or disputed, then `closed`. */
  status: string
  reason: string
  /** The disputed amount; null for a warning. */
  amountCents: number | null
  currency: string | null
  /** Deadline for evidence, in epoch milliseconds; null where none is accepted. */
  dueAt: number | null
}

export interface PaymentProvider {
  readonly name: CollectingProvider
  /** Idempotent per payment: the same order returns the same checkout. @throws ProviderDown, ProviderRefused */
  createCheckout(order: CheckoutOrder): Promise<HostedCheckout>
  /** Closes an unpaid checkout, so that it can no longer be paid. No error where it is closed. @throws ProviderDown */
  expireCheckout(checkoutId: string): Promise<void>
  /** The current state of a checkout, or of a renewal by its invoice. @throws ProviderDown */
  observe(checkoutId: string): Promise<Observation>
  /** Refunds money; safe to repeat, also by two callers at once. @throws ProviderDown, ProviderRefused, ClaimLost */
  refund(order: RefundOrder): Promise<ProviderRefund>
  /** Every object that moved money or changed since this time, for a reconciliation. @throws ProviderDown */
  listSince(since: number): AsyncIterable<About>
  /**
   * Verifies the signature over the raw body. Null where it is not valid or more than five minutes from now, or where
   * the body is no event.
   */
  readWebhook(rawBody: string, headers: Headers): Promise<ProviderEvent | null>
  /** An event of our own inbox, whose signature was checked on arrival. */
  readStored(rawBody: string): ProviderEvent
}

/** A provider that renews subscriptions automatically. */
export interface SubscriptionProvider extends PaymentProvider {
  /** Null where the provider does not know it. @throws ProviderDown */
  findSubscription(subscriptionId: string): Promise<ProviderSubscription | null>
  /**
   * Makes a subscription end with its paid period (`ends`), or renew again. Safe to repeat.
   * @throws ProviderDown, ProviderRefused (the subscription has ended or is unknown)
   */
  setCancelAtPeriodEnd(subscriptionId: string, ends: boolean): Promise<void>
  /** Ends a subscription now, without a refund. No error where it has ended or is unknown. @throws ProviderDown */
  cancelNow(subscriptionId: string): Promise<void>
  /**
   * The transaction of a subscription's latest paid period, even if it was refunded later; null: none.
   * @throws ProviderDown
   */
  findLatestPaid(subscriptionId: string): Promise<string | null>
  /**
   * The transactions of the subscription's ten latest paid periods, only those paid at or after `since` (epoch
   * milliseconds).
   * @throws ProviderDown
   */
  findPaidSince(subscriptionId: string, since: number): Promise<string[]>
  /** The checkout that opened a subscription; null where there was none. @throws ProviderDown */
  findCheckoutOf(subscriptionId: string): Promise<Extract<About, { kind: 'checkout' }> | null>
  /** A renewal of a subscription; null where the invoice is unknown or is the first one. @throws ProviderDown */
  findRenewal(invoiceId: string): Promise<RenewalInvoice | null>
  /** Null where the provider does not know it. @throws ProviderDown */
  findDispute(disputeId: string): Promise<ProviderDispute | null>
  /** Null where the provider does not know it. @throws ProviderDown */
  findFraudWarning(warningId: string): Promise<ProviderDispute | null>
  /** The URL of the provider's own page for cards and invoices. @throws ProviderDown, ProviderRefused */
  openPortal(customerId: string, returnUrl: string): Promise<string>
}

/** The provider understood the order and refused it; `message` is its reason, which the buyer may read. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused'
}

/** Another caller has taken over this refund. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}

/** The provider did not respond or failed itself: a retry may succeed. */
export class ProviderDown extends Error {
  override readonly name = 'ProviderDown'
}
