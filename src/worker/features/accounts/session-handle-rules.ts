/** So much of a session's stored hash names it to its owner. The hash is no secret: the cookie's token is. */
export const HANDLE_LENGTH = 16
export const HANDLE = /^[0-9a-f]{16}$/
export const handleOf = (sid: string): string => sid.slice(0, HANDLE_LENGTH)

/** Where a page of sessions ended. */
export type SessionCursor = { createdAt: number; handle: string }

export const writeCursor = (last: { createdAt: number; sid: string }): string =>
  `${last.createdAt}-${handleOf(last.sid)}`

/** Null where the text is no cursor of ours. */
export function readCursor(text: string): SessionCursor | null {
  const [, createdAt, handle] = /^(\d{1,15})-([0-9a-f]{16})$/.exec(text) ?? []
  return createdAt && handle ? { createdAt: Number(createdAt), handle } : null
}
