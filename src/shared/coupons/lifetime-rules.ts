/**
 * How long an unpaid checkout with a coupon keeps the coupon's use and its price, in minutes. Stripe accepts at least 30
 * from the moment at which it opens its page.
 */
export const COUPON_CHECKOUT_MINUTES = 35
