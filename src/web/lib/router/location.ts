/** An entry of the browser's history. `key` names it, `state` is what the navigation stored with it. */
export type Location = {
  pathname: string
  /** With its question mark, or empty. */
  search: string
  /** With its #, or empty. */
  hash: string
  /** `default` for an entry that the app did not create, such as the first one. */
  key: string
  state: unknown
}

/** A destination: an absolute address, a query or a fragment of the current path, or the parts of an address. */
export type To = string | { pathname?: string; search?: string; hash?: string }

/** The address of a destination for a reader at this path. */
export function addressOf(to: To, path: string): string {
  if (typeof to === 'string') return to === '' || /^[?#]/.test(to) ? path + to : to
  const { pathname = path, search = '', hash = '' } = to
  return pathname + search + hash
}

/** The fields under which an entry of the history is stored. `idx`: its place, 0 for the first of this tab. */
type EntryState = { key?: string; usr?: unknown; idx?: number } | null

/** The entry that the browser is at. */
export function currentLocation(): Location {
  const { pathname, search, hash } = window.location
  const { key = 'default', usr = null } = (window.history.state as EntryState) ?? {}
  return { pathname, search, hash, key, state: usr }
}

/** The place of the current entry in this tab's history: 0 if the tab began with it. */
export const historyIndex = (): number => (window.history.state as EntryState)?.idx ?? 0

/** Stores the location as a new entry of the history, or in place of the current one. */
export function storeLocation(location: Location, isNew: boolean): void {
  const { pathname, search, hash, key, state } = location
  const entry = { usr: state, key, idx: historyIndex() + (isNew ? 1 : 0) } satisfies EntryState
  const address = pathname + search + hash
  if (isNew) window.history.pushState(entry, '', address)
  else window.history.replaceState(entry, '', address)
}
