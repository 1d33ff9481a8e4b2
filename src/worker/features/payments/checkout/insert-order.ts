import type { SQL } from 'drizzle-orm'
import type { CollectingProvider, PurchaseType } from '#shared/payments/contract.ts'
import type { OrderTax } from '#shared/seller/contract.ts'
import { emailIdentity } from '../../../core/email-address.ts'
import { Problem } from '../../../core/problem.ts'
import { type Db, refusedBy, refusedByCheck, statementsOf } from '../../../db/client.ts'
import { reserveUse } from '../../coupons/writes.ts'
import { rememberReferrer } from '../../referrals/writes.ts'
import { keepCountry } from '../order-tax.ts'
import { askReminder } from '../reminders/writes.ts'
import { nextCheckAt } from '../rules.ts'
import { type Checkout, selectByClientId } from '../store.ts'
import { idOfReference } from '../writes.ts'
import { consentOf } from './delivery-consent.ts'
import type { CreatePaymentInput, Offer } from './quote-order.ts'
import { insertPayment } from './writes.ts'

export type TaxedOffer = Offer & { tax: OrderTax }

/** An order that costs nothing, now and later. After a trial its provider charges. */
export const isFree = ({ amountCents, trialDays }: Pick<Offer, 'amountCents' | 'trialDays'>) =>
  amountCents === 0 && trialDays === 0

/** An order that costs nothing has no collecting provider. */
export const providerFor = (
  { provider }: CreatePaymentInput,
  offer: Pick<Offer, 'amountCents' | 'trialDays'>,
): CollectingProvider | 'free' => (isFree(offer) ? 'free' : provider)

/**
 * Inserts the payment and reserves the use of its coupon, or does neither. Returns the stored payment; null where
 * `isAsRead` is not true any more in the batch, or another use of the coupon was faster.
 * @throws Problem 401 the account was deleted meanwhile
 */
export async function insertOrder(
  db: Db,
  userId: number,
  input: CreatePaymentInput & { purchaseType: PurchaseType },
  offer: TaxedOffer & { referrerId: number | null },
  isAsRead: SQL,
  now: number,
): Promise<Checkout | null> {
  const { coupon, tax, referrerId, ...price } = offer
  const reference = crypto.randomUUID()
  const person = { userId, emailIdentity: emailIdentity(input.email), network: input.network ?? null }
  const reservation =
    coupon === null
      ? []
      : reserveUse(db, { reference, coupon, person, ...price, finalCents: price.amountCents }, now)
  const payment = {
    reference,
    userId,
    scriptId: input.productId,
    purchaseType: input.purchaseType,
    paymentProvider: providerFor(input, offer),
    clientPaymentId: input.clientPaymentId,
    couponId: coupon?.id ?? null,
    ...price,
    tax,
    email: input.email,
    emailIdentity: person.emailIdentity,
    referrerId,
    ...consentOf(input, now),
    nextCheckAt: nextCheckAt(0, null, now),
    createdAt: now,
    updatedAt: now,
  }
  try {
    const remembered = referrerId === null ? [] : [rememberReferrer(db, userId, referrerId)]
    const reminder = input.remind ? [askReminder(db, idOfReference(reference), now)] : []
    const country = keepCountry(db, userId, tax, now)
    const beside = statementsOf([...reservation, ...remembered, ...reminder, ...country])
    const stored = selectByClientId(db, userId, input.clientPaymentId)
    const rows = await db.batch([insertPayment(db, payment, isAsRead), ...beside, stored])
    const [made] = rows.at(-1) as Awaited<typeof stored>
    if (!made) throw new Error('The payment was not stored')
    return made
  } catch (error) {
    if (refusedBy(error, 'payments', 'status')) throw new Problem(401, 'Please log in to continue.')
    if (isOutdated(error) || refusedUse(error)) return null
    throw error
  }
}

/** Another tab was faster, or what decided the order or its credit has changed since it was read. */
const isOutdated = (error: unknown) =>
  ['user_id', 'script_id', 'amount_cents'].some((column) => refusedBy(error, 'payments', column))

/** Since its validation the coupon was used up, was changed, or was used by this person elsewhere. */
const refusedUse = (error: unknown) =>
  refusedByCheck(error, 'coupons_uses') ||
  refusedBy(error, 'coupons', 'current_uses') ||
  refusedBy(error, 'coupon_usages')
