const ESCAPE =
  /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|U([0-9a-f]{8})|([0-7]{1,3})|(\r\n|[\s\S]))/gi
const SIGNS: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  '\n': '',
  '\r\n': '',
}
/** At least this many printable characters are written as numbers before the text counts as hidden. */
const MANY = 6

/** The text that a string of Python or JavaScript has, and whether many of its printable characters are written as numbers. */
export function readEscapes(written: string): { text: string; isEscaped: boolean } {
  let hidden = 0
  const text = written.replace(
    ESCAPE,
    (all, x: string, u: string, braced: string, long: string, octal: string, sign: string) => {
      if (sign !== undefined) return SIGNS[sign] ?? sign
      const code =
        octal === undefined ? Number.parseInt(x ?? u ?? braced ?? long, 16) : Number.parseInt(octal, 8)
      if (code > 0x10ffff) return all
      if (code > 0x20 && code < 0x7f) hidden += 1
      return String.fromCodePoint(code)
    },
  )
  return { text, isEscaped: hidden >= MANY && hidden * 3 > text.length }
}
