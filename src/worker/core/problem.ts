import type { SecurityKind } from '#shared/core/security-kinds.ts'

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 416 | 422 | 429 | 503

/** `url` is an address of the shop itself. */
export type ProblemLink = { label: string; url: string }

/**
 * A refusal that matters to security. `userId`: the account that it is about; absent: that of the session. `name`: a
 * typed name, of which only a keyed hash is kept. `detail` has fixed words only, no text of the request.
 */
export type SecurityEvent = { kind: SecurityKind; userId?: number | null; name?: string; detail?: string }

/**
 * An error with a message for the caller: thrown by use cases, sent by `on-error` as `{ success: false, message }`.
 * `data` is sent with the message (a conflict sends the quote that is valid now), `link` where the caller can go on.
 * `event` is recorded after the answer, and not sent.
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: ProblemStatus
  readonly data: unknown
  readonly retryAfterSeconds: number | undefined
  readonly link: ProblemLink | undefined
  readonly event: SecurityEvent | undefined

  constructor(
    status: ProblemStatus,
    message: string,
    more: {
      data?: unknown
      retryAfterSeconds?: number
      link?: ProblemLink | undefined
      event?: SecurityEvent
    } = {},
  ) {
    super(message)
    this.status = status
    this.data = more.data
    this.retryAfterSeconds = more.retryAfterSeconds
    this.link = more.link
    this.event = more.event
  }
}
