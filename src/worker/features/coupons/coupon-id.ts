const HIGH = 2 ** 17

/**
 * A coupon's id, at random below 2^49 (15 digits): the checkout names the coupon by it, so it must be as hard to guess as
 * the code that it stands for.
 */
export function randomCouponId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return (high % HIGH) * 2 ** 32 + low + 1
}
