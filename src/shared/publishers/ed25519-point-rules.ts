/**
 * Which bytes are an Ed25519 public key that only one private key signs for (RFC 8032, section 5.1.3). WebCrypto accepts
 * more: with a key of small order, anybody can make signatures.
 */

const P = 2n ** 255n - 19n
const D = mod(-121665n * power(121666n, P - 2n))
/** A square root of −1. */
const I = power(2n, (P - 1n) / 4n)

function mod(value: bigint): bigint {
  const rest = value % P
  return rest < 0n ? rest + P : rest
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, mod(base)]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = mod(result * square)
    square = mod(square * square)
  }
  return result
}

/** The x of a point with this y; null where no point has it. `isOdd`: of the two, the odd one. */
function xOf(y: bigint, isOdd: boolean): bigint | null {
  const [u, v] = [mod(y * y - 1n), mod(D * y * y + 1n)]
  let x = mod(u * v ** 3n * power(u * v ** 7n, (P - 5n) / 8n))
  if (mod(v * x * x) === mod(-u)) x = mod(x * I)
  if (mod(v * x * x) !== u || (x === 0n && isOdd)) return null
  return ((x & 1n) === 1n) === isOdd ? x : mod(-x)
}

/** Whether these 32 bytes are a canonical point whose order is not small. */
export function isSafePublicKey(key: Uint8Array): boolean {
  const encoded = key.reduceRight((number, byte) => number * 256n + BigInt(byte), 0n)
  const y = encoded & (2n ** 255n - 1n)
  const x = y < P ? xOf(y, encoded >> 255n === 1n) : null
  if (x === null) return false
  // Eight times the point, in projective coordinates: the neutral element is (0 : z : z).
  let [a, b, c] = [x, y, 1n]
  for (let doubled = 0; doubled < 3; doubled += 1) {
    const [aa, bb] = [a * a, b * b]
    const f = mod(bb - aa)
    const j = mod(f - 2n * c * c)
    ;[a, b, c] = [mod(2n * a * b * j), mod(f * (-aa - bb)), mod(f * j)]
  }
  return !(a === 0n && b === c)
}
