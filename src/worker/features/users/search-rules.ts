import { loginKey } from '#shared/accounts/rules.ts'

/** What an admin typed, as the accounts' keys have it: the beginning of a name or an address, a whole id or code. */
export type Wanted = { key: string; id: number | null; code: string | null }

export function readSearch(text: string): Wanted | null {
  const key = loginKey(text)
  if (key === '') return null
  const [, id] = /^#?(\d{1,15})$/.exec(key) ?? []
  const isCode = /^[a-z0-9]{8}$/.test(key)
  return { key, id: id === undefined ? null : Number(id), code: isCode ? key.toUpperCase() : null }
}

/** Where a page of a search ended: at this key. On the wire with a sign before it that no other cursor begins with. */
const MARK = '~'
export const writeKeyCursor = (key: string): string => `${MARK}${key}`
export const readKeyCursor = (cursor: string): string | null =>
  cursor.startsWith(MARK) ? cursor.slice(MARK.length) : null
