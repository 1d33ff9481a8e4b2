import { BRAND } from '#shared/core/brand.ts'
import commonPasswords from './common-passwords.txt?raw'

/** The 10 000 most common passwords that are long enough, in lower case, with a line break around each (050). */
export const COMMON_PASSWORDS = `\n${commonPasswords}`

/** The owner of a password, as far as a guess may know them. */
export type PasswordOwner = { username: string; email: string; isAdmin: boolean }

/** For accounts that can change what every customer downloads. */
const ADMIN_MIN_LENGTH = 12

/** Words of the shop, which an attacker tries first (docs/security.md, "Passwords"). */
const SHOP_WORDS = [
  ...[BRAND, 'airdrop', 'airdrops', 'script', 'scripts', 'premium', 'lifetime'],
  ...['admin', 'administrator', 'owner', 'manager', 'support'],
]

/** A shorter name is in too many passwords by chance. */
const MIN_WORD = 3

const TOO_SHORT = `The password of an admin must be at least ${ADMIN_MIN_LENGTH} characters`
const COMMON = 'This is one of the most common passwords. Choose another one.'
const GUESSABLE =
  'The password must not be your username, your email address or a name of the shop, also with digits or signs. Choose another one.'

export const isShortForAdmin = (password: string): boolean =>
  Array.from(password.normalize('NFC')).length < ADMIN_MIN_LENGTH

/** Why this password must not be chosen, as far as it can be known without asking another service. Null: it may. */
export function refusePassword(password: string, owner: PasswordOwner, host: string): string | null {
  if (owner.isAdmin && isShortForAdmin(password)) return TOO_SHORT
  if (isCommon(password)) return COMMON
  return isMadeOf(password, [...SHOP_WORDS, host, ...namesOf(owner)]) ? GUESSABLE : null
}

/** A search in the text: a set of 10 000 texts would cost each isolate memory and the first caller time. */
const isCommon = (password: string) => COMMON_PASSWORDS.includes(`\n${folded(password)}\n`)

/** True where the password contains one of these words and nothing else than such words, digits and signs. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const text = bare(password)
  const used = words.map(bare).filter((word) => word.length >= MIN_WORD && text.includes(word))
  // The places up to which the text is made of words and digits. Words overlap: the longest one is not always right.
  const reached = new Set([0])
  for (const place of reached) {
    if (/^\p{N}/u.test(text.slice(place, place + 2))) reached.add(place + 1)
    for (const word of used) if (text.startsWith(word, place)) reached.add(place + word.length)
  }
  return used.length > 0 && reached.has(text.length)
}

/** The address and the name before its @, each also without a tag. */
function namesOf({ username, email }: PasswordOwner): string[] {
  const [mailbox = '', domain = ''] = email.split('@')
  const [untagged = ''] = mailbox.split('+')
  return [username, email, `${untagged}@${domain}`, mailbox, untagged]
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase()
const bare = (text: string) => folded(text).replace(/[^\p{L}\p{N}]/gu, '')
