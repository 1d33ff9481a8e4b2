import { emailKey } from '../../core/email-address.ts'
import { readSignedText, type SigningKeys, signText } from '../../core/signed-text.ts'

/** The address is part of what is signed, and not of the token. */
const purposeFor = (email: string) => `invoice.v2:${emailKey(email)}`

type Order = { id: number; email: string }

/**
 * The token of a mailed link to the invoices of one order, for a buyer without an account. It never expires: an invoice
 * must be readable for years. It opens nothing once the address of the order was corrected: the mail went to a stranger.
 */
export const signInvoiceLink = ({ id, email }: Order, secret: string): Promise<string> =>
  signText(`order.${id}`, purposeFor(email), secret)

/** Whether we made this token for this order and its present address. */
export const opensInvoices = async (
  token: string,
  { id, email }: Order,
  keys: SigningKeys,
): Promise<boolean> => (await readSignedText(token, purposeFor(email), keys)) === `order.${id}`
