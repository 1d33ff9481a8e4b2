/** The position where a page ended. `by` names the order of the list, which is always descending. */
export type OrderCursor =
  | { by: 'moment'; createdAt: number; id: number }
  | { by: 'id'; id: number }
  | { by: 'email'; email: string; id: number }

/** Returns null where the text is not a cursor of these lists. */
export function readCursor(text: string): OrderCursor | null {
  const [, first = '', mark, rest = ''] = /^(\d{1,15})(?:([-@])(.{1,300}))?$/.exec(text) ?? []
  if (first === '') return null
  const id = Number(first)
  if (mark === undefined) return { by: 'id', id }
  if (mark === '@') return { by: 'email', email: rest, id }
  return /^\d{1,15}$/.test(rest) ? { by: 'moment', createdAt: id, id: Number(rest) } : null
}

/** `emailKey` as the index has it: lower-cased by the database. */
type Row = { id: number; createdAt: number; emailKey: string | null }

export function writeCursor(by: OrderCursor['by'], { id, createdAt, emailKey }: Row): string {
  if (by === 'moment') return `${createdAt}-${id}`
  return by === 'id' ? String(id) : `${id}@${emailKey}`
}
