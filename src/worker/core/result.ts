/** An expected "no" is a value with a name, not an exception. */
export type Result<T, Reason extends string> = { ok: true; value: T } | { ok: false; reason: Reason }

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })
export const no = <Reason extends string>(reason: Reason): { ok: false; reason: Reason } => ({
  ok: false,
  reason,
})

/** Ends a switch over a union: a new member does not compile until it is handled. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
