import { toBase64Url } from '../../core/tokens.ts'
import { SHOP } from '../shop.ts'

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>

const joined = (...parts: (Uint8Array | number[])[]) => new Uint8Array(parts.flatMap((part) => [...part]))

/** The first bytes of a CBOR item: its major type, and its length or value. */
function head(major: number, value: number): number[] {
  if (value < 24) return [(major << 5) | value]
  return value < 256 ? [(major << 5) | 24, value] : [(major << 5) | 25, value >> 8, value & 255]
}

/** As much of CBOR (RFC 8949) as attestation objects and COSE keys have. */
function cbor(item: Cbor): Uint8Array {
  if (typeof item === 'number') return new Uint8Array(item < 0 ? head(1, -1 - item) : head(0, item))
  if (typeof item === 'string') {
    const bytes = new TextEncoder().encode(item)
    return joined(head(3, bytes.length), bytes)
  }
  if (item instanceof Uint8Array) return joined(head(2, item.length), item)
  return joined(head(5, item.size), ...[...item].flatMap(([key, value]) => [cbor(key), cbor(value)]))
}

/** An ECDSA signature as WebAuthn has it: DER instead of two 32-byte numbers. */
function der(signature: Uint8Array): Uint8Array {
  const integer = (bytes: Uint8Array) => {
    const start = bytes.findIndex((byte) => byte !== 0)
    const digits = [...bytes.slice(start < 0 ? bytes.length - 1 : start)]
    const signed = (digits[0] ?? 0) > 127 ? [0, ...digits] : digits
    return [2, signed.length, ...signed]
  }
  const numbers = [...integer(signature.slice(0, 32)), ...integer(signature.slice(32))]
  return new Uint8Array([0x30, numbers.length, ...numbers])
}

const sha256 = async (bytes: Uint8Array) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource))

const PRESENT_AND_VERIFIED = 0b101
const HAS_CREDENTIAL = 0b1000000

type Options = { challenge: string; rpId?: string | undefined; rp?: { id?: string | undefined } }
/** The fields of a valid answer that a test may change. */
type Forged = { origin?: string; rpId?: string; counter?: number; isVerified?: boolean }

/** A passkey in software: ES256, counter, no attestation. */
export class Authenticator {
  readonly id = toBase64Url(crypto.getRandomValues(new Uint8Array(16)))
  counter = 0
  handle: string | undefined

  private constructor(readonly keys: CryptoKeyPair) {}

  static async create(): Promise<Authenticator> {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
    return new Authenticator((await crypto.subtle.generateKey(algorithm, true, ['sign'])) as CryptoKeyPair)
  }

  private clientData(type: string, challenge: string, origin = SHOP) {
    return new TextEncoder().encode(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  private async data(rpId: string, flags: number, counter: number) {
    const hash = await sha256(new TextEncoder().encode(rpId))
    const count = new Uint8Array(4)
    new DataView(count.buffer).setUint32(0, counter)
    return joined(hash, [flags], count)
  }

  /** The answer to `startRegistration`. */
  async register(options: Options & { user: { id: string } }, forged: Forged = {}) {
    this.handle = options.user.id
    const jwk = (await crypto.subtle.exportKey('jwk', this.keys.publicKey)) as JsonWebKey
    const coordinate = (text = '') => Uint8Array.fromBase64(text, { alphabet: 'base64url' })
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(jwk.x)],
      [-3, coordinate(jwk.y)],
    ])
    const id = Uint8Array.fromBase64(this.id, { alphabet: 'base64url' })
    const rpId = forged.rpId ?? options.rp?.id ?? ''
    const authData = joined(
      await this.data(rpId, PRESENT_AND_VERIFIED | HAS_CREDENTIAL, this.counter),
      new Uint8Array(16),
      [0, id.length],
      id,
      cbor(key),
    )
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: toBase64Url(this.clientData('webauthn.create', options.challenge, forged.origin)),
        attestationObject: toBase64Url(cbor(attestation)),
        transports: ['internal'],
      },
    }
  }

  /** The answer to `startAuthentication`. Each one counts up, except with a forged counter. */
  async sign(options: Options, forged: Forged = {}) {
    this.counter += 1
    const flags = forged.isVerified === false ? 1 : PRESENT_AND_VERIFIED
    const data = await this.data(forged.rpId ?? options.rpId ?? '', flags, forged.counter ?? this.counter)
    const client = this.clientData('webauthn.get', options.challenge, forged.origin)
    const signed = joined(data, await sha256(client))
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    const signature = await crypto.subtle.sign(algorithm, this.keys.privateKey, signed as BufferSource)
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: toBase64Url(client),
        authenticatorData: toBase64Url(data),
        signature: toBase64Url(der(new Uint8Array(signature))),
        userHandle: this.handle,
      },
    }
  }
}
