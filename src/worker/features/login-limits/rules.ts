const QUARTER = 15 * 60
const DAY = 24 * 60 * 60

/**
 * Hashes of one account in any 15 minutes (ASVS 6.3.1). A right password is not counted. At 20 tries in 15 minutes the
 * 10,000 most common passwords take five days, and the owner gets a mail on each of them.
 */
export const LOGIN_LIMITS = {
  /** All browsers where the owner has not logged in, together. */
  strangers: { most: 20, inSeconds: QUARTER },
  /** One address of strangers, so that it does not use up what all strangers have. A right password resets it. */
  address: { most: 10, inSeconds: QUARTER },
  /** The browsers where the owner has logged in before: strangers cannot use this up. A right password resets it. */
  known: { most: 10, inSeconds: QUARTER },
  /** Beyond the other limits, each with a solved challenge. */
  challenged: { most: 100, inSeconds: QUARTER },
  /** Wrong tries of strangers before the owner gets a mail, where they are too slow to use up `strangers`. */
  quiet: { most: 60, inSeconds: DAY },
  /** Mails to the owner. */
  mails: { most: 1, inSeconds: DAY },
} as const

/** The account that a login names; undefined: none has this name. `name`: the key of the typed name. */
type Target = { account: { id: number } | undefined; name: string }

/** A try to log in. `account` has what a mail to its owner needs. */
export type LoginTry = {
  account: { id: number; username: string; email: string; deactivatedAt: number | null } | undefined
  name: string
  ip: string | null
  /** The owner has logged in with this browser before. */
  isKnownDevice: boolean
  turnstileToken: string | undefined
}

/** The limit that counted a try. */
export type CountedAs = 'known' | 'strangers' | 'challenged'

/**
 * One text for an account, whether its username or its address was typed. A name without an account has one too, so that
 * it gets the same answers. The typed name comes last: no name makes the key of another bucket.
 */
const subjectOf = ({ account, name }: Target): string => (account ? `account ${account.id}` : `name ${name}`)

export const keysOf = (target: Target, ip: string | null) => {
  const subject = subjectOf(target)
  return {
    strangers: `login:strangers ${subject}`,
    address: `login:here:${ip} ${subject}`,
    known: `login:known ${subject}`,
    challenged: `login:challenged ${subject}`,
    quiet: `login:quiet ${subject}`,
    mails: `login:mails ${subject}`,
  }
}
