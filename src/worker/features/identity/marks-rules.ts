/** What is known about the person of an order. Null: not known. */
export type Person = {
  userId: number | null
  /** The un-aliased mailbox (`emailIdentity`), where the account has confirmed its address; else null. */
  mailbox: string | null
  /** The provider's fingerprint of the card: the same for the same card number at every payment. */
  card?: string | null | undefined
}

export type Mark = { kind: 'account' | 'mailbox' | 'card'; identity: string }

/** IDENTITY_KEY and the keys before it. */
export type IdentityKeys = { identityKey: string; identityPreviousKeys: readonly string[] }

/** The offer of trial days in `identity_uses`: a person has one trial in this shop, of any product. */
export const TRIAL_OFFER = 'trial'

/** The offer of all coupons for new customers in `identity_uses`: a person has one such order in this shop. */
export const FIRST_ORDER_OFFER = 'first-order'

/** The offer of a coupon in `identity_uses`. */
export const couponOffer = (couponId: number): string => `coupon:${couponId}`
