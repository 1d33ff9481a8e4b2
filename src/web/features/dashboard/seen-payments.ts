const KEY = 'seenPayments'
const MOST = 100

/** The completed payments that this browser has shown already. They begin no second "Payment Complete!". */
export function readSeenPayments(): ReadonlySet<number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'number') : [])
  } catch {
    return new Set()
  }
}

export function keepSeenPayments(ids: readonly number[]): void {
  try {
    const all = new Set([...ids, ...readSeenPayments()])
    localStorage.setItem(KEY, JSON.stringify([...all].slice(0, MOST)))
  } catch {
    // The browser refuses storage: a payment of the last hour may be announced again.
  }
}
