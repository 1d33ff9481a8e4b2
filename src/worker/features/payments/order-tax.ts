import { eq } from 'drizzle-orm'
import type { CollectingProvider } from '#shared/payments/contract.ts'
import type { OrderTax, TaxRules } from '#shared/seller/contract.ts'
import { countryTaxesOf, taxOfOrder } from '#shared/seller/tax-rules.ts'
import { Problem } from '../../core/problem.ts'
import type { UserId } from '../../db/account-batch.ts'
import type { Db, Write } from '../../db/client.ts'
import { billingDetails } from '../../db/schema/invoices.ts'
import { readTax } from '../../db/shop-settings.ts'
import { refuse } from './refusals.ts'
import type { Payment } from './store.ts'

type Asked = { provider: CollectingProvider; billingCountry?: string | null | undefined }

/**
 * The tax in the price of an order that is opened now. Stripe's page asks for the country itself; crypto needs it before.
 * @throws Problem 400 (`data.fields.billingCountry`) a crypto order without a country, where the tax goes by the country
 */
export function orderTaxBy(rules: TaxRules, { provider, billingCountry }: Asked): OrderTax {
  const byStripe = provider === 'stripe'
  if (countryTaxesOf(rules) !== null && !byStripe && !billingCountry) {
    const fields = { billingCountry: 'Choose your country' }
    throw new Problem(400, 'Choose your country. The tax in the price depends on it.', { data: { fields } })
  }
  return taxOfOrder(rules, { byStripe, country: billingCountry ?? null })
}

/** The tax of a payment that did not begin in the shop, so that nobody asked for the country here. */
export const taxOfFound = async (db: Db, provider: CollectingProvider): Promise<OrderTax> =>
  taxOfOrder(await readTax(db), { byStripe: provider === 'stripe', country: null })

/** Whether an order that was opened before has the same tax; one from before taxes were stored has. */
export const isSameTax = (before: OrderTax | null, now: OrderTax): boolean =>
  before === null ||
  (before.by === now.by &&
    before.name === now.name &&
    before.percent === now.percent &&
    (before.by === 'stripe' || before.country === now.country))

/** @throws Problem 409 (stale) a repeated attempt names another country than the order that it opened */
export function refuseOtherCountry(
  { tax }: Pick<Payment, 'tax'>,
  { billingCountry }: Pick<Asked, 'billingCountry'>,
) {
  if (tax?.by !== 'country' || tax.country === (billingCountry ?? null)) return
  throw refuse('stale', 'This checkout was opened for another country. Please start again.')
}

/** Keeps the country of a crypto order for the account's next one. No write where none was asked for. */
export const keepCountry = (db: Db, userId: number, tax: OrderTax, now: number): Write[] =>
  tax.by !== 'country' || tax.country === null
    ? []
    : [
        db
          .insert(billingDetails)
          .values({ userId, country: tax.country, updatedAt: now })
          .onConflictDoUpdate({
            target: billingDetails.userId,
            set: { country: tax.country, updatedAt: now },
          }),
      ]

/** The kept country of an account; no row: none. */
export const selectCountry = (db: Db, userId: UserId) =>
  db.select({ country: billingDetails.country }).from(billingDetails).where(eq(billingDetails.userId, userId))
