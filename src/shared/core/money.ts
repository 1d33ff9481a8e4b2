/** Whole cents → the JSON number in USD that the API uses: 2999 → 29.99. */
export const toUsd = (amountCents: number): number => amountCents / 100

/** USD → whole cents, rounded: 29.99 → 2999. */
export const toCents = (usd: number): number => Math.round(usd * 100)

/** Whether the amount has no fraction of a cent. Tolerates floating-point errors. */
export const isWholeCents = (usd: number): boolean => Math.abs(usd * 100 - toCents(usd)) < 1e-6

/**
 * A USD amount with two decimals, thousands separators and a minus sign: -1299.5 → `−$1,299.50`. Not by `Intl`: its
 * first formatter takes 10 ms, in a start of the Worker and in each page.
 */
export function formatUsd(usd: number): string {
  const [whole = '', cents] = Math.abs(usd).toFixed(2).split('.')
  return `${usd < 0 ? '−' : ''}$${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${cents}`
}

/** The same for whole cents: 2999 → `$29.99`. */
export const formatCents = (amountCents: number): string => formatUsd(toUsd(amountCents))

/** `50.00`: the amount format of providers that avoid floating point. */
export const toDecimal = (amountCents: number): string => (amountCents / 100).toFixed(2)

/** `50.00` → 5000, rounded to the cent. */
export const fromDecimal = (amount: string): number => toCents(Number(amount))
