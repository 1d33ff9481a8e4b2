import type Stripe from 'stripe'
import { newId } from '../../ids.ts'
import { seconds } from '../clock.ts'

/** In the API's JSON a decimal is a string; the `stripe` package's type describes the parsed value. */
export const wireDecimal = (cents: number) => String(cents) as unknown as Stripe.Decimal

export interface PriceData {
  currency: string
  unitAmount: number
  taxBehavior: Stripe.Price.TaxBehavior
  recurring: { interval: Stripe.Price.Recurring['interval']; interval_count: number } | null
}

/** The ad-hoc price that `price_data` creates. */
export function buildPrice(data: PriceData): Stripe.Price {
  return {
    id: newId('price'),
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created: seconds(),
    currency: data.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: newId('prod', 14),
    recurring: data.recurring && {
      ...data.recurring,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: data.taxBehavior,
    tiers_mode: null,
    transform_quantity: null,
    type: data.recurring ? 'recurring' : 'one_time',
    unit_amount: data.unitAmount,
    unit_amount_decimal: wireDecimal(data.unitAmount),
  }
}

/** The legacy form of a recurring price, which subscription items still have. */
export function buildPlan(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: false,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}
