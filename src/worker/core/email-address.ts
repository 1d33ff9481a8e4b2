/**
 * The address for uniqueness and login: trimmed and lower-cased. Only ASCII letters, like the database's lower(): the
 * Kelvin sign is not a k, and its mailbox is another one.
 */
export const emailKey = (address: string): string =>
  address.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

const DOT_BLIND = new Set(['gmail.com', 'googlemail.com'])

/**
 * One key per mailbox, for limits per person: the `+tag` is dropped, and Gmail's dots and second domain are folded.
 * Never used to deliver mail or to log in.
 */
export function emailIdentity(address: string): string {
  const key = emailKey(address)
  const at = key.lastIndexOf('@')
  const domain = key.slice(at + 1)
  const mailbox = key.slice(0, at).split('+', 1)[0] ?? ''
  return DOT_BLIND.has(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`
}
