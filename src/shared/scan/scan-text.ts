import { isCode } from './archive-files.ts'
import type { Found } from './scan-code.ts'

/** Characters that no editor shows, or that change the order in which text is shown. */
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|[\u{f0000}-\u{10ffff}]|(?<!\p{L}\p{M}*)\u200c|\u200c(?!\p{L})|(?<!\p{L}\p{M}*|\p{Extended_Pictographic}[\u{fe0f}\u{1f3fb}-\u{1f3ff}]?)\u200d|(?<!^)\ufeff/u
// Tab, line feed, form feed and carriage return are white space.
const CONTROL = /(?![\t\n\f\r])\p{Cc}/u
/** White space at the end of lines: as much as this in a file carries data. */
const MOST_TRAILING = 400
const ENCODED = /(?:[A-Za-z0-9+/_-]{160,}={0,2})/g
/** A line of code that is longer than this cannot be read. */
const LONGEST_LINE = 1500

/** Whether a line of code has one name at most, and texts and numbers: a list that nobody has to read. */
export const isData = (line: string): boolean =>
  /^(?:[\w.]+ ?[=:])?(?:r?"[^"\\]*(?:\\.[^"\\]*)*"|r?'[^'\\]*(?:\\.[^'\\]*)*'|[\d\s.,:;+[\]{}()-])*$/.test(
    line.trim(),
  )

const BLANK = new Set(' \t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u3000')
/** The number of blank characters at the end of a line. */
function blankEnd(line: string): number {
  const end = line.endsWith('\r') ? line.length - 1 : line.length
  let start = end
  while (start > 0 && BLANK.has(line[start - 1] ?? '')) start -= 1
  return end - start
}

/** Finds what a reader of a text file does not see. */
export function scanText(path: string, text: string): Found[] {
  const found: Found[] = []
  const add = (value: string, at: number) => found.push({ kind: 'hidden-text', value, path, at })
  const invisible = INVISIBLE.exec(text)
  if (invisible) add('Invisible characters', invisible.index)
  const control = CONTROL.exec(text)
  if (control) add('Control characters', control.index)
  let trailing = 0
  let at = 0
  for (const line of text.split('\n')) {
    const blank = blankEnd(line)
    trailing += blank
    if (blank > 60 || /\S[ \t]{120,}\S/.test(line)) {
      add('Text behind white space', at)
      break
    }
    if (trailing > MOST_TRAILING) {
      add('White space at the ends of lines', at)
      break
    }
    if (isCode(path) && line.length > LONGEST_LINE && !isData(line)) {
      add('A line that is too long to read', at)
      break
    }
    at += line.length + 1
  }
  for (const run of text.matchAll(ENCODED)) {
    if ([/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(run[0])) && new Set(run[0]).size > 25) {
      add('An encoded text', run.index)
      break
    }
    if (/^[0-9a-f]{200,}$/i.test(run[0]) && new Set(run[0].toLowerCase()).size > 8) {
      add('An encoded text', run.index)
      break
    }
  }
  return found
}
