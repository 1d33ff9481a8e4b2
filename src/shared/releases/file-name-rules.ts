const LONGEST = 100
/** Whether Windows reserves the name for a device, with any file extension. */
export const isDevice = (name: string): boolean => /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name)

/**
 * The file name for storing and downloading a product file: the last part of the browser's file name, without
 * characters that a file system, a header or a person could misread. It always ends in `.zip`.
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
