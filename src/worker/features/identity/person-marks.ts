import { keyIdOf } from '../../core/key-id.ts'
import { hmacSha256, toHex } from '../../core/tokens.ts'
import type { IdentityKeys, Mark, Person } from './marks-rules.ts'

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
