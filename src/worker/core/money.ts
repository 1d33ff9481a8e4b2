/** Whole cents → the JSON number in USD that the API speaks: 2999 → 29.99. */
export const toUsd = (amountCents: number): number => amountCents / 100

/** `$29.99`, with thousands separators. */
export function formatCents(amountCents: number): string {
  return (amountCents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
