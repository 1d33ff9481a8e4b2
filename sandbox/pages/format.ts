/** `2999`, `usd` → `$29.99`; an unknown currency is shown as its code. */
export function formatMoney(cents: number | null, currency: string | null): string {
  if (cents === null) return '–'
  try {
    return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: currency ?? 'usd' })
  } catch {
    return `${(cents / 100).toFixed(2)} ${currency}`
  }
}

/** Epoch milliseconds → `2026-11-20 08:30:00 UTC`. */
export function formatInstant(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
