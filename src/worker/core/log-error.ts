import { describeError } from './describe-error.ts'

/** One line of JSON for the Worker's log: where it happened, and what it is about. An error is described without its stack. */
export function logError(at: string, about: Record<string, unknown>): void {
  const { error } = about
  const described = 'error' in about && typeof error !== 'string' ? { error: describeError(error) } : {}
  console.error(JSON.stringify({ at, ...about, ...described }))
}
