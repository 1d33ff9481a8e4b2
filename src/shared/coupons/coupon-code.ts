/** The code in an address, in upper case; null if it cannot be a coupon's code. Without zod, for every page. */
export function readCouponCode(text: string | null): string | null {
  const code = (text ?? '').trim().toUpperCase()
  return code.length >= 3 && code.length <= 20 && !/\p{Cc}/u.test(code) ? code : null
}
