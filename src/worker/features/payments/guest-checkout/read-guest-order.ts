import type { GuestOrderView } from '#shared/payments/contract.ts'
import { Problem } from '../../../core/problem.ts'
import { limitRate } from '../../../http/rate-limit.ts'
import type { ShopDeps } from '../../../http/shop-deps.ts'
import { openFile } from '../../downloads/open-mailed-link.ts'
import { checkPayment } from '../checkout/check-own-payment.ts'
import { findOrderFiles } from '../checkout/find-order-file.ts'
import type { Payment, PaymentSeen } from '../store.ts'
import { toPaymentView } from '../views.ts'
import { PROOF_MS } from './guest-browser.ts'
import { findOrderOfBrowser } from './store.ts'

const OPENED_FILES = { burst: 30, refillSeconds: 20 }

/** An order of this browser: `secretHash` null: it has none. `reference`: our id, or the provider's of the checkout. */
export type GuestClaim = { secretHash: string | null; reference: number | string }

/**
 * The order that this browser opened without an account. While it is open, the provider is asked first.
 * @throws Problem 404 this browser opened no such order in the last seven days
 */
export async function readGuestOrder(
  deps: ShopDeps,
  claim: GuestClaim,
  now: number,
): Promise<GuestOrderView> {
  const seen = await checkPayment(deps, () => findGuestOrder(deps, claim, now), now)
  if (!seen) throw unknownOrder()
  return {
    ...toPaymentView(seen, now),
    productSlug: seen.product.slug,
    hasAccount: seen.payment.userId !== null,
    ...(await findOrderFiles(deps.db, seen, claimantOf(seen.payment, now), now)),
  }
}

/**
 * The address of the file of a paid order, which works once, for a minute. `productId`: of this product of its bundle.
 * @throws Problem 404 no such order, or no file; 403, 410, 429 as at a mailed link
 */
export async function openGuestFile(
  deps: ShopDeps,
  claim: GuestClaim & { network: string | null; productId?: number | undefined },
  now: number,
): Promise<string> {
  const seen = await findGuestOrder(deps, claim, now)
  if (!seen) throw unknownOrder()
  const { payment } = seen
  await limitRate(deps.env, `guest-file:${payment.id}`, OPENED_FILES)
  const productId = claim.productId ?? payment.scriptId
  const link = { productId, claimant: claimantOf(payment, now), version: null }
  return openFile(deps, link, claim.network, now)
}

export const findGuestOrder = (
  { db }: ShopDeps,
  { secretHash, reference }: GuestClaim,
  now: number,
): Promise<PaymentSeen | undefined> =>
  secretHash === null
    ? Promise.resolve(undefined)
    : findOrderOfBrowser(db, secretHash, reference, now - PROOF_MS)

export const unknownOrder = () => new Problem(404, 'There is no such order in this browser.')

/** The same right as that of the link in the receipt. */
const claimantOf = ({ id: paymentId }: Pick<Payment, 'id'>, now: number) =>
  ({ via: 'link', paymentId, issuedAt: now, onOrderPage: true }) as const
