/**
 * Where a time that was `start` when this was called stands by now. For work that waits for others: what is claimed for two
 * minutes with the time at which the work began may be over as it is claimed.
 */
export function clockFrom(start: number): () => number {
  const began = Date.now()
  return () => start + (Date.now() - began)
}
