import { describeError } from './describe-error.ts'

/** Writes one line of JSON to the Worker's log: the place and the data. An error is described without its stack. */
export function logError(at: string, about: Record<string, unknown>): void {
  const { error } = about
  const described = 'error' in about && typeof error !== 'string' ? { error: describeError(error) } : {}
  console.error(JSON.stringify({ at, ...about, ...described }))
}
