const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** A USD amount with two decimals: 29.99 → "$29.99". */
export function formatUsd(usd: number): string {
  return dollars.format(usd)
}
