import { describeError } from './describe-error.ts'
import { requestId } from './request-id.ts'

/**
 * Writes one line of JSON to the Worker's log: the place, the request's id, and the data. An error is described without
 * its stack.
 */
export function logError(at: string, about: Record<string, unknown>): void {
  const { error } = about
  const described = 'error' in about && typeof error !== 'string' ? { error: describeError(error) } : {}
  console.error(lineOf(at, { ...about, ...described }))
}

/** As `logError`, for what is no error of ours: a refusal, or a login. */
export function logEvent(at: string, about: Record<string, unknown>): void {
  console.warn(lineOf(at, about))
}

const lineOf = (at: string, about: Record<string, unknown>): string =>
  JSON.stringify({ at, requestId: requestId(), ...about })
