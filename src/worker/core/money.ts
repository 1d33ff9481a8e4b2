/** Whole cents → the JSON number in USD that the API speaks: 2999 → 29.99. */
export const toUsd = (amountCents: number): number => amountCents / 100

/** `$29.99`, with thousands separators. */
export function formatCents(amountCents: number): string {
  return (amountCents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}

/** `50.00`: how providers that avoid floating point want an amount. */
export const toDecimal = (amountCents: number): string => (amountCents / 100).toFixed(2)

/** `50.00` → 5000, rounded to the cent. */
export const fromDecimal = (amount: string): number => Math.round(Number(amount) * 100)
