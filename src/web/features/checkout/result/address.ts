/** The kinds of address of a success page. */
export type Claim =
  /** The address names a payment that can be fetched. */
  | { kind: 'payment'; reference: string }
  /** A provider redirected the buyer without naming the payment. */
  | { kind: 'hint' }
  /** No payment: the address was typed or bookmarked. */
  | { kind: 'nothing' }

export function readClaim(query: URLSearchParams): Claim {
  const reference = query.get('session_id')?.trim()
  if (reference) return { kind: 'payment', reference }
  return query.get('source') || query.get('status') ? { kind: 'hint' } : { kind: 'nothing' }
}
