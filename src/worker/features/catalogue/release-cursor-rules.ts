/** The last release of a page. The next page begins below it, also if releases are published meanwhile. */
export type ReleaseCursor = { publishedAt: number; id: number }

export const writeCursor = ({ publishedAt, id }: ReleaseCursor): string => `${publishedAt}-${id}`

/** Null where the text is not a valid cursor. */
export function readCursor(text: string): ReleaseCursor | null {
  const [, publishedAt, id] = /^(\d{1,15})-([1-9]\d{0,14})$/.exec(text) ?? []
  return publishedAt && id ? { publishedAt: Number(publishedAt), id: Number(id) } : null
}
