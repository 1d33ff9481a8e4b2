/** Line ends of every kind. */
const LINE_ENDS = /\r\n?|\u2028|\u2029|\u0085/g

/**
 * Invisible characters: control characters except tab and line feed, marks that change the text direction, and
 * characters of zero width.
 */
const HIDDEN = /(?![\t\n])\p{Cc}|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** Text from outside with its invisible characters shown, for example as `[U+202E]`. */
export const visibleText = (text: string): string =>
  text
    .replace(LINE_ENDS, '\n')
    .replace(HIDDEN, (hidden) => `[U+${hidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)

/** `visibleText` on one line. */
export const visibleLine = (text: string): string => visibleText(text).replace(/\s+/g, ' ').trim()
