/** A session's handle is this many characters of its stored hash. The hash is no secret; the cookie's token is. */
export const HANDLE_LENGTH = 16
export const HANDLE = /^[0-9a-f]{16}$/
export const handleOf = (sid: string): string => sid.slice(0, HANDLE_LENGTH)

/** The last session of a page. */
export type SessionCursor = { createdAt: number; handle: string }

export const writeCursor = (last: { createdAt: number; sid: string }): string =>
  `${last.createdAt}-${handleOf(last.sid)}`

/** Null where the text is not a valid cursor. */
export function readCursor(text: string): SessionCursor | null {
  const [, createdAt, handle] = /^(\d{1,15})-([0-9a-f]{16})$/.exec(text) ?? []
  return createdAt && handle ? { createdAt: Number(createdAt), handle } : null
}
