import Argon2, { Argon2Type } from '@phi-ag/argon2'
import wasm from '@phi-ag/argon2/argon2.wasm'
import { keyIdOf, keyNamed } from '../../core/key-id.ts'
import { hmacSha256 } from '../../core/tokens.ts'
import type { Config } from '../../providers/config.ts'

type Peppers = Pick<Config, 'passwordPepper' | 'passwordPreviousPeppers'>

/** OWASP Password Storage: Argon2id, 19 MiB, two passes, one lane. */
const PARAMETERS = {
  type: Argon2Type.Argon2id,
  memoryCost: 19456,
  timeCost: 2,
  parallelism: 1,
  hashLength: 32,
}

const TODAYS = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}`

// One instance per isolate: its memory never shrinks, and hashing is synchronous anyway.
let argon2: Argon2 | undefined
function hasher(): Argon2 {
  argon2 ??= new Argon2(new WebAssembly.Instance(wasm))
  return argon2
}

/**
 * The input of Argon2: 44 ASCII characters for any password. The library counts characters where it should count bytes
 * and would ignore the end of a non-ASCII password. The pepper makes a stolen table useless without the secret.
 */
async function peppered(password: string, pepper: string): Promise<string> {
  return (await hmacSha256(pepper, password.normalize('NFC'))).toBase64()
}

/** Argon2id PHC string that names the key of its pepper (`keyid`). Tests that are not about hashing may pass a lower cost. */
export async function hashPassword(
  password: string,
  pepper: string,
  cost: { memoryCost: number; timeCost: number } = PARAMETERS,
): Promise<string> {
  const { encoded } = hasher().hash(await peppered(password, pepper), { ...PARAMETERS, ...cost })
  return encoded.replace(/,p=\d+(?=\$)/, `$&,keyid=${await keyIdOf(pepper)}`)
}

/** One hash, whatever pepper the stored hash has: its `keyid` names it. */
export async function verifyPassword(password: string, phc: string, peppers: Peppers): Promise<boolean> {
  const pepper = await pepperOf(phc, peppers)
  return hasher().tryVerify(phc.replace(KEY_ID, ''), await peppered(password, pepper)).success
}

const KEY_ID = /,keyid=([0-9a-f]{8})(?=\$)/

/**
 * The pepper of a hash. A hash without the name of a key has the oldest one. Where the named pepper was removed, the
 * present one takes the same work, and does not fit.
 */
async function pepperOf(phc: string, { passwordPepper, passwordPreviousPeppers }: Peppers): Promise<string> {
  const keyId = KEY_ID.exec(phc)?.[1]
  if (keyId === undefined) return passwordPreviousPeppers.at(-1) ?? passwordPepper
  return (await keyNamed(keyId, [passwordPepper, ...passwordPreviousPeppers])) ?? passwordPepper
}

/** True where a hash has other parameters than today's, or another pepper. The next login replaces it. */
export const needsRehash = async (phc: string, pepper: string): Promise<boolean> =>
  !phc.startsWith(`${TODAYS},keyid=${await keyIdOf(pepper)}$`)

/**
 * A hash that no known password has. Verifying against it costs the same for an unknown name as for a known one, also
 * at the first login of an isolate: it is written here, not computed.
 */
export const DUMMY_HASH = `${TODAYS}$bm9ib2R5IGhhcyBpdC4$bm8gaW5wdXQgaXMga25vd24gdG8gaGF2ZSB0aGlzIGE`
