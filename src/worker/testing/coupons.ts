import { env } from 'cloudflare:workers'
import { DAY } from '#shared/core/time.ts'
import type { CouponOffer } from '#shared/coupons/contract.ts'
import type { CreatePayment } from '#shared/payments/contract.ts'
import { openDb } from '../db/client.ts'
import { coupons } from '../db/schema/coupons.ts'
import { confirmAddress, type SignedIn } from './clients.ts'
import { unique } from './shop.ts'

export type CouponInput = Partial<typeof coupons.$inferInsert>
export type Created = { id: number; url: string }
/** The data that a refused checkout returns with its message. */
export type Refused = { code: string; amount: number; originalAmount: number }

let count = 0

/** A coupon of 20 percent, once per person, unless the input says otherwise. */
export async function aCoupon(input: CouponInput = {}) {
  count += 1
  const [row] = await openDb(env.DB)
    .insert(coupons)
    .values({
      code: `CODE${count}`,
      discountType: 'percentage',
      discountValue: 0.2,
      description: 'A fifth off',
      startDate: Date.now() - DAY,
      specificScriptIds: [],
      createdAt: Date.now(),
      updatedAt: Date.now(),
      ...input,
    })
    .returning()
  if (!row) throw new Error('The coupon was not stored')
  return row
}

export const validate = (user: SignedIn, code: string, scriptId: number, amount?: number) =>
  user.post<CouponOffer>('/api/coupons/validate', { code, scriptId, amount })

/** The request body of a checkout; `more` overrides its values. */
export const inputOf = (user: SignedIn, productId: number, more: Partial<CreatePayment> = {}) => ({
  productId,
  provider: 'stripe',
  email: user.email,
  clientPaymentId: unique('visit'),
  purchaseType: 'one-time',
  ...more,
})

/** The response to a checkout with a coupon, by an account with a confirmed address: the payment or the refusal. */
export async function redeemBy(
  user: SignedIn,
  productId: number,
  couponId: number,
  more: Partial<CreatePayment> = {},
) {
  await confirmAddress(user)
  return reserveBy(user, productId, couponId, more)
}

/** The same by the account as it is; `from` is the address of the network. */
export const reserveBy = (
  user: SignedIn,
  productId: number,
  couponId: number,
  { from, ...more }: Partial<CreatePayment> & { from?: string } = {},
) =>
  user.post<Created & Refused>(
    '/api/payment/create',
    inputOf(user, productId, { couponId, ...more }),
    from === undefined ? {} : { 'cf-connecting-ip': from },
  )

export type UseRow = {
  user_id: number
  payment_id: number
  state: 'held' | 'redeemed' | 'released'
  identity_use: number
  account_use: number
  discount_cents: number
  original_cents: number
  final_cents: number
  subscription_id: number | null
}

/** A coupon's counter and uses, as the tables have them. */
export async function usesOf(couponId: number) {
  const [coupon, uses] = await Promise.all([
    env.DB.prepare('SELECT current_uses FROM coupons WHERE id = ?')
      .bind(couponId)
      .first<{ current_uses: number }>(),
    env.DB.prepare('SELECT * FROM coupon_usages WHERE coupon_id = ? ORDER BY id')
      .bind(couponId)
      .all<UseRow>(),
  ])
  const states = uses.results.map(({ state }) => state)
  return {
    currentUses: coupon?.current_uses ?? -1,
    uses: uses.results,
    states,
    live: states.filter((state) => state !== 'released').length,
  }
}
