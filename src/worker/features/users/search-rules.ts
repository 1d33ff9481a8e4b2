import { loginKey } from '#shared/accounts/login-key.ts'

/** An admin's search, normalized like the accounts' keys: the beginning of a name or an address, a whole id or code. */
export type Wanted = { key: string; id: number | null; code: string | null }

export function readSearch(text: string): Wanted | null {
  const key = loginKey(text)
  if (key === '') return null
  const [, id] = /^#?(\d{1,15})$/.exec(key) ?? []
  const isCode = /^[a-z0-9]{8}$/.test(key)
  return { key, id: id === undefined ? null : Number(id), code: isCode ? key.toUpperCase() : null }
}

/** The cursor of a search: the last key of a page, after a prefix that no other cursor begins with. */
const MARK = '~'
export const writeKeyCursor = (key: string): string => `${MARK}${key}`
export const readKeyCursor = (cursor: string): string | null =>
  cursor.startsWith(MARK) ? cursor.slice(MARK.length) : null
