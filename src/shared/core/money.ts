/** Whole cents → the JSON number in USD that the API speaks: 2999 → 29.99. */
export const toUsd = (amountCents: number): number => amountCents / 100

/** … and back, rounded to the cent: 29.99 → 2999. */
export const toCents = (usd: number): number => Math.round(usd * 100)

/** No smaller coin than a cent in it, whatever floating point makes of it. */
export const isWholeCents = (usd: number): boolean => Math.abs(usd * 100 - toCents(usd)) < 1e-6

/** `$29.99`, with thousands separators. */
export function formatCents(amountCents: number): string {
  return (amountCents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}

/** `50.00`: how providers that avoid floating point want an amount. */
export const toDecimal = (amountCents: number): string => (amountCents / 100).toFixed(2)

/** `50.00` → 5000, rounded to the cent. */
export const fromDecimal = (amount: string): number => toCents(Number(amount))
