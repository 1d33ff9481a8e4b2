/** No I, L, O, U, 0 and 1: nothing that is misread on paper or on the phone. The migration has the same letters. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

const SHAPE = new RegExp(`^WF([${LETTERS}]{4})([${LETTERS}]{4})$`)

/** The order reference that somebody typed, with or without hyphens and capitals; null: it is none. */
export function toOrderReference(text: string): string | null {
  const [, first, second] = SHAPE.exec(text.toUpperCase().replaceAll(/[\s#-]/g, '')) ?? []
  return first && second ? `WF-${first}-${second}` : null
}

/** The path of the page with the invoices of an order. */
export const invoicePath = (orderReference: string): string =>
  `/orders/${orderReference.toLowerCase()}/invoice`
