import { skeletonOf } from './username-skeleton-rules.ts'

/** The scripts of today's languages (UAX 31, table 5). A name in another script is refused. */
const SCRIPTS =
  'Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'
/** Scripts that one language writes together: "highly restrictive" in UTS 39, 5.2. */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

let sets: RegExp[] | undefined
/**
 * Digits and signs belong to every script. A character that several scripts share counts for each of them. Made at the
 * first name: most isolates check none, and these expressions take long to make.
 */
const scriptSets = (): RegExp[] =>
  (sets ??= [...SCRIPTS.split(' ').map((script) => [script]), ...TOGETHER].map((scripts) => {
    const any = [...scripts, 'Common', 'Inherited'].map((script) => `\\p{Script_Extensions=${script}}`)
    return new RegExp(`^[${any.join('')}]+$`, 'u')
  }))

/** Words that people take for the shop or its staff. */
const RESERVED =
  'abuse account accounts administrator admin administration billing bot contact customerservice everyone helpdesk help hostmaster info legal mod moderation moderator noreply null official owner payment payments payout payouts postmaster privacy root sales security shop staff superuser support sysadmin system team undefined webmaster windfall'.split(
    ' ',
  )
/** Written with other words around them, these still name the shop. */
const NEVER_INSIDE = ['windfall']

/** Digits and signs that stand for letters. */
const LEET: Record<string, string> = { 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g', 2: 'z' }

/** A name without signs, look-alikes and digits for letters. `i` and `l` become the same, as in a skeleton. */
const foldedOf = (name: string) =>
  skeletonOf(name)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[2345789]/g, (digit) => LEET[digit] ?? digit)
    .replaceAll('i', 'l')

const FOLDED = new Set(RESERVED.map(foldedOf))
const INSIDE = NEVER_INSIDE.map(foldedOf)

/** True where the name is made of reserved words only, with digits around them at most: `support-team`, `adm1n_01`. */
function isReserved(name: string): boolean {
  const tries = [name, name.replace(/^[\d._-]+|[\d._-]+$/g, '')].map(foldedOf)
  return tries.some((folded) => INSIDE.some((word) => folded.includes(word)) || isMadeOfReserved(folded))
}

function isMadeOfReserved(folded: string): boolean {
  if (folded === '') return false
  if (FOLDED.has(folded)) return true
  for (let end = 3; end <= folded.length - 3; end += 1) {
    if (FOLDED.has(folded.slice(0, end)) && isMadeOfReserved(folded.slice(end))) return true
  }
  return false
}

/** True where all letters belong to one script, or to scripts that one language writes together. */
export const isOneScript = (text: string): boolean => {
  const plain = text.normalize('NFKC')
  return scriptSets().some((set) => set.test(plain))
}

/** Why a new account cannot have this name; null: it can. Existing accounts keep theirs. */
export function refuseUsername(name: string): string | null {
  if (!isOneScript(name)) return 'Use letters of one alphabet only'
  return isReserved(name.normalize('NFKC')) ? 'This name is reserved. Please choose another one' : null
}
