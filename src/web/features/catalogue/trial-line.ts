import type { Product } from '#shared/catalogue/contract.ts'
import { formatUsd } from '#shared/core/money.ts'

/** `7 free days`. */
export const freeDays = (days: number): string => `${days} free ${days === 1 ? 'day' : 'days'}`

/** `7 days free, then $29.99 a month`; null: the product has no trial. */
export const trialLine = ({ trialDays, price }: Pick<Product, 'trialDays' | 'price'>): string | null =>
  trialDays > 0
    ? `${trialDays} ${trialDays === 1 ? 'day' : 'days'} free, then ${formatUsd(price)} a month`
    : null
