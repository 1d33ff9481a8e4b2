const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The CRC-32 of ZIP (ISO 3309), continued with `part`. `before` is 0 for the first part. */
export function crc32(part: Uint8Array, before: number): number {
  let crc = ~before
  for (let at = 0; at < part.length; at += 1) {
    crc = (crc >>> 8) ^ (TABLE[(crc ^ (part[at] as number)) & 0xff] as number)
  }
  return ~crc >>> 0
}
