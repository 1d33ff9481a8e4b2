import { readerPlace } from './reader-place.ts'

/**
 * A number with the reader's separators: "1,234" or "1.234". Not for money: amounts have one form everywhere (see
 * `formatUsd` and `formatCents`).
 */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(readerPlace()?.locale ?? 'en-US', options).format(value)
