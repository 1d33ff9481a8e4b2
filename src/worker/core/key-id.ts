import { sha256Hex } from './tokens.ts'

/** Names a key without revealing it: 8 characters of a hash. Keys are random, so that no key can be guessed from its name. */
export const keyIdOf = async (key: string): Promise<string> => (await sha256Hex(`key-id:${key}`)).slice(0, 8)

/** The key with this name. Undefined where it was removed. */
export async function keyNamed(id: string, keys: readonly string[]): Promise<string | undefined> {
  for (const key of keys) if ((await keyIdOf(key)) === id) return key
  return undefined
}
