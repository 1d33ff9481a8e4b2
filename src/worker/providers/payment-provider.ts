import { SECOND } from '#shared/core/time.ts'
import type { CollectingProvider, PurchaseType } from '#shared/payments/contract.ts'
import type { Observation } from '../features/payments/rules.ts'
import type { ProviderSubscription } from '../features/subscriptions/subscription-state.ts'

/** A provider is waited for no longer than this, at each call. */
export const PROVIDER_TIMEOUT_MS = 15 * SECOND

/**
 * How long one caller has a refund to itself. It is counted again directly before the provider is asked to create the refund:
 * when it ends, that call was given up long ago.
 */
export const REFUND_CLAIM_MS = 8 * PROVIDER_TIMEOUT_MS

/** What a provider needs to know to collect one payment. All of it is fixed by the payment row, so a retry sends the same. */
export type CheckoutOrder = {
  /** Our random reference of the payment: the idempotency key, and what the provider sends back. */
  reference: string
  purchaseType: PurchaseType
  productName: string
  /** What is to be paid now; of a subscription the first period. */
  amountCents: number
  /** Before any discount: what each later period of a subscription costs. */
  originalCents: number
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

/** What an event, or an entry of the provider's own lists, is about. The truth is then fetched by `observe`. */
export type About =
  | {
      kind: 'checkout'
      checkoutId: string
      reference: string | null
      /** A completed purchase at a pay page of the operator's, which no payment of ours opened; else null. */
      hosted: HostedPurchase | null
    }
  /** A period of a subscription was billed. The first one belongs to the checkout that opened the subscription. */
  | { kind: 'invoice'; invoiceId: string; subscriptionId: string; isFirst: boolean }
  /** Money that moved before went back, or came again: refunds. */
  | { kind: 'money'; intentId: string }
  /** The buyer's bank disputes a payment, asks about it, or has decided. */
  | { kind: 'dispute'; disputeId: string; intentId: string }
  /** The issuer of the card calls a payment probable fraud: a dispute may follow. */
  | { kind: 'fraud-warning'; warningId: string; intentId: string }
  | { kind: 'subscription'; subscriptionId: string }
  | { kind: 'nothing-we-act-on' }

/** A verified webhook, reduced to what it is about. */
export type ProviderEvent = { eventId: string; type: string; about: About }

/** Money to give back; `reference` makes a repeated call the same refund. */
export type RefundOrder = {
  reference: string
  /** The provider's id of the checkout or renewal. */
  checkoutId: string
  /** What the money moved as, where the provider has a name for it. */
  intentId: string | null
  amountCents: number
  currency: string
  reason: string
  /**
   * Called directly before the refund is created, after an earlier one was looked for. Of two callers only the later one
   * may go on: between the read and the creation another one may have created it.
   * @throws ClaimLost
   */
  confirmClaim: () => Promise<void>
}

export type ProviderRefund = {
  refundId: string
  /** Where its receiver says which wallet it goes to; null where the provider knows. */
  claimUrl: string | null
}

/** A billed period of a subscription, as the provider has it. */
export type RenewalInvoice = {
  invoiceId: string
  subscriptionId: string
  amountCents: number
  currency: string
  /** Epoch milliseconds; null: it is not paid. */
  paidAt: number | null
}

/** A dispute or an early fraud warning as the provider has it now. */
export type ProviderDispute = {
  /** The provider's own word; of a warning `actionable` until it was refunded or disputed, then `closed`. */
  status: string
  reason: string
  /** What is disputed; null of a warning. */
  amountCents: number | null
  currency: string | null
  /** Until when evidence counts; null where none is taken. Epoch milliseconds. */
  dueAt: number | null
}

export interface PaymentProvider {
  readonly name: CollectingProvider
  /** Idempotent per payment: the same order again gives the same checkout. @throws ProviderDown, ProviderRefused */
  createCheckout(order: CheckoutOrder): Promise<HostedCheckout>
  /** Closes a checkout that was not paid, so that it never can be. No error where it is closed. @throws ProviderDown */
  expireCheckout(checkoutId: string): Promise<void>
  /** What the provider says now of a checkout, or of a renewal by its invoice. @throws ProviderDown */
  observe(checkoutId: string): Promise<Observation>
  /** Gives money back; safe to repeat, and by two callers at once. @throws ProviderDown, ProviderRefused, ClaimLost */
  refund(order: RefundOrder): Promise<ProviderRefund>
  /** Everything that moved money, or changed, since this instant: what a reconciliation walks. @throws ProviderDown */
  listSince(since: number): AsyncIterable<About>
  /** Verifies the signature over the raw body; null where it is not valid or is stale. */
  readWebhook(rawBody: string, headers: Headers): Promise<ProviderEvent | null>
  /** An event of our own inbox, whose signature was checked when it came. */
  readStored(rawBody: string): ProviderEvent
}

/** A provider that renews by itself. */
export interface SubscriptionProvider extends PaymentProvider {
  /** Null where the provider does not know it. @throws ProviderDown */
  findSubscription(subscriptionId: string): Promise<ProviderSubscription | null>
  /** Lets a subscription end with what is paid, or takes that back. Safe to repeat. @throws ProviderDown, ProviderRefused (it has ended, or is unknown) */
  setCancelAtPeriodEnd(subscriptionId: string, ends: boolean): Promise<void>
  /** Ends a subscription at once, without a refund. No error where it has ended or is unknown. @throws ProviderDown */
  cancelNow(subscriptionId: string): Promise<void>
  /** The transaction of the latest period of a subscription that was paid for, whatever became of it since; null: none. @throws ProviderDown */
  findLatestPaid(subscriptionId: string): Promise<string | null>
  /** The transactions of its ten latest periods that were paid at or after the instant `since` (epoch milliseconds). @throws ProviderDown */
  findPaidSince(subscriptionId: string, since: number): Promise<string[]>
  /** The checkout that opened a subscription; null where there was none. @throws ProviderDown */
  findCheckoutOf(subscriptionId: string): Promise<Extract<About, { kind: 'checkout' }> | null>
  /** A later period of a subscription; null where there is no such invoice, or it is the first one. @throws ProviderDown */
  findRenewal(invoiceId: string): Promise<RenewalInvoice | null>
  /** Null where the provider does not know it. @throws ProviderDown */
  findDispute(disputeId: string): Promise<ProviderDispute | null>
  /** Null where the provider does not know it. @throws ProviderDown */
  findFraudWarning(warningId: string): Promise<ProviderDispute | null>
  /** The address of the provider's own page for cards and invoices. @throws ProviderDown, ProviderRefused */
  openPortal(customerId: string, returnUrl: string): Promise<string>
}

/** The provider understood the order and will not take it as it is; `message` is its reason, fit for the buyer. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused'
}

/** Another caller carries this out by now. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}

/** The provider did not answer, or answered with a fault of its own: worth trying again. */
export class ProviderDown extends Error {
  override readonly name = 'ProviderDown'
}
