/** What the address of a success page names. */
export type Claim =
  /** A payment that can be looked up. */
  | { kind: 'payment'; reference: string }
  /** A provider sent someone back, without saying what was paid. */
  | { kind: 'hint' }
  /** Nothing: the address was typed, or bookmarked. */
  | { kind: 'nothing' }

export function readClaim(query: URLSearchParams): Claim {
  const reference = query.get('session_id')?.trim()
  if (reference) return { kind: 'payment', reference }
  return query.get('source') || query.get('status') ? { kind: 'hint' } : { kind: 'nothing' }
}
