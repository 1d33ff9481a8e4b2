/**
 * A clock that is at `start` now and runs from there. For work that waits for others: a claim of two minutes, counted
 * from the start of the work, might expire before it is written.
 */
export function clockFrom(start: number): () => number {
  const began = Date.now()
  return () => start + (Date.now() - began)
}
