/** Text forms of bytes, in every browser and in Node: `Uint8Array.fromHex` and `fromBase64` are too new for some. */

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The input must be hex of whole bytes. */
export const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16))

/** Standard base64 with padding. */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Null where the text is not standard base64 with padding, in its one canonical form. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    return toBase64(bytes) === text ? bytes : null
  } catch {
    return null
  }
}

export function concatBytes(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** SHA-256 or SHA-512 of these bytes. */
export const hashOf = async (
  bytes: Uint8Array,
  name: 'SHA-256' | 'SHA-512' = 'SHA-256',
): Promise<Uint8Array> => new Uint8Array(await crypto.subtle.digest(name, bytes as Uint8Array<ArrayBuffer>))
