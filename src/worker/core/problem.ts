export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 416 | 422 | 429 | 503

/**
 * An error with a message for the caller: thrown by use cases, sent by `on-error` as `{ success: false, message }`.
 * `data` is sent with the message (a conflict sends the quote that is valid now).
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: ProblemStatus
  readonly data: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: ProblemStatus,
    message: string,
    more: { data?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.status = status
    this.data = more.data
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}
