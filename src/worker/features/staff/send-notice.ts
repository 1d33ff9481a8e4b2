import { logError } from '../../core/log-error.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { enqueueMails } from '../email/enqueue-mails.ts'
import type { Notice } from './writes.ts'

/** Messages of one call of the queue. */
const PORTION = 100

/** Sends the queue messages of these mails after the response, without a round trip to D1. The sweep replaces lost ones. */
export function sendNotice({ env, later }: Pick<CoreDeps, 'env' | 'later'>, { keys }: Notice): void {
  const portions = Array.from({ length: Math.ceil(keys.length / PORTION) }, (_, index) =>
    enqueueMails(env, keys.slice(index * PORTION, (index + 1) * PORTION)),
  )
  later(Promise.all(portions).catch((error: unknown) => logError('send-notice', { error })))
}
