/** Where a page of releases ended: the next one begins below it, whatever is published meanwhile. */
export type ReleaseCursor = { publishedAt: number; id: number }

export const writeCursor = ({ publishedAt, id }: ReleaseCursor): string => `${publishedAt}-${id}`

/** Null where the text is no cursor of ours. */
export function readCursor(text: string): ReleaseCursor | null {
  const [, publishedAt, id] = /^(\d{1,15})-([1-9]\d{0,14})$/.exec(text) ?? []
  return publishedAt && id ? { publishedAt: Number(publishedAt), id: Number(id) } : null
}
