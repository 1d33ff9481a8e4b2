import { readSignedText, type SigningKeys, signText } from '../../core/signed-text.ts'

const PURPOSE = 'invoice.v1'

/**
 * The token of a mailed link to the invoices of one order, for a buyer without an account. It never expires: an invoice
 * must be readable for years.
 */
export const signInvoiceLink = (paymentId: number, secret: string): Promise<string> =>
  signText(`order.${paymentId}`, PURPOSE, secret)

/** The payment's id; null where the token was not made by us, or was altered. */
export async function readInvoiceLink(token: string, keys: SigningKeys): Promise<number | null> {
  const [, id] = /^order\.(\d{1,15})$/.exec((await readSignedText(token, PURPOSE, keys)) ?? '') ?? []
  return id === undefined ? null : Number(id)
}
