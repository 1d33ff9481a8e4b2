/** Line ends of every kind. */
const LINE_ENDS = /\r\n?|\u2028|\u2029|\u0085/g

/**
 * What is no text: control characters but for tab and line feed, and those that turn the direction of what follows, or
 * take no room.
 */
const HIDDEN = /(?![\t\n])\p{Cc}|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** A stranger's words with everything in them to be seen: `[U+202E]` stands where a character would act unseen. */
export const visibleText = (text: string): string =>
  text
    .replace(LINE_ENDS, '\n')
    .replace(HIDDEN, (hidden) => `[U+${hidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)

/** The same in one line. */
export const visibleLine = (text: string): string => visibleText(text).replace(/\s+/g, ' ').trim()
