const LONGEST = 100
/** A name that Windows keeps for a device, whatever its ending. */
export const isDevice = (name: string): boolean => /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name)

/**
 * The name a product file is stored and downloaded under: the last part of what the browser called it, without anything
 * that a file system, a header or a reader could take for something else. It always ends in `.zip`.
 */
export function safeFileName(sent: string, fallback: string): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const stem = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u{FFFD}]/gu, '')
    .replace(/\.zip\s*$/i, '')
    .replace(/[:*?"<>|%;]/g, '_')
    .replace(/\s+/g, ' ')
  const name = Array.from(stem)
    .slice(0, LONGEST)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  if (name === '') return `${fallback}.zip`
  return `${isDevice(name) ? '_' : ''}${name}.zip`
}
