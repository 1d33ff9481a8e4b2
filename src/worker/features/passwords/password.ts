import Argon2, { Argon2Type } from '@phi-ag/argon2'
import wasm from '@phi-ag/argon2/argon2.wasm'
import { hmacSha256 } from '../../core/tokens.ts'

/** OWASP Password Storage: Argon2id, 19 MiB, two passes, one lane. */
const PARAMETERS = {
  type: Argon2Type.Argon2id,
  memoryCost: 19456,
  timeCost: 2,
  parallelism: 1,
  hashLength: 32,
}

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

/** Argon2id PHC string. Tests that are not about hashing may pass a lower cost. */
export async function hashPassword(
  password: string,
  pepper: string,
  cost: { memoryCost: number; timeCost: number } = PARAMETERS,
): Promise<string> {
  return hasher().hash(await peppered(password, pepper), { ...PARAMETERS, ...cost }).encoded
}

export async function verifyPassword(password: string, phc: string, pepper: string): Promise<boolean> {
  return hasher().tryVerify(phc, await peppered(password, pepper)).success
}

/** True where a hash has other parameters than today's. The next login replaces it. */
export const needsRehash = (phc: string): boolean =>
  !phc.startsWith(
    `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`,
  )

/**
 * A hash that no known password has. Verifying against it costs the same for an unknown name as for a known one, also
 * at the first login of an isolate: it is written here, not computed.
 */
export const DUMMY_HASH = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$bm9ib2R5IGhhcyBpdC4$bm8gaW5wdXQgaXMga25vd24gdG8gaGF2ZSB0aGlzIGE`
