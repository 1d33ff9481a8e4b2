import { keyIdOf } from '../../core/key-id.ts'
import { hmacSha256, toHex } from '../../core/tokens.ts'
import type { IDENTITY_KINDS } from '../../db/schema/identity.ts'

/** What is known about the person of an order. Null: not known. */
export type Person = {
  userId: number | null
  /** The un-aliased mailbox (`emailIdentity`), where the account has confirmed its address; else null. */
  mailbox: string | null
  /** The provider's fingerprint of the card: the same for the same card number at every payment. */
  card?: string | null | undefined
}

export type Mark = { kind: (typeof IDENTITY_KINDS)[number]; identity: string }

/** IDENTITY_KEY and the keys before it. */
export type IdentityKeys = { identityKey: string; identityPreviousKeys: readonly string[] }

/**
 * The marks of a person: of everything that is known, a hash by each configured key, so that a use from before a
 * rotation still counts, and is still refused by the unique index.
 */
export async function marksOf(
  { identityKey, identityPreviousKeys }: IdentityKeys,
  { userId, mailbox, card = null }: Person,
): Promise<Mark[]> {
  const known: Record<Mark['kind'], string | null> = {
    account: userId === null ? null : String(userId),
    mailbox,
    card,
  }
  const values = Object.entries(known).filter((entry): entry is [Mark['kind'], string] => entry[1] !== null)
  const keys = [identityKey, ...identityPreviousKeys]
  return Promise.all(
    values.flatMap(([kind, value]) =>
      keys.map(async (key) => ({
        kind,
        identity: `${await keyIdOf(key)}.${toHex(await hmacSha256(key, `${kind}:${value}`))}`,
      })),
    ),
  )
}

/** The offer of a coupon in `identity_uses`. */
export const couponOffer = (couponId: number): string => `coupon:${couponId}`
