import type { Context, ErrorHandler, NotFoundHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { logError } from '../core/log-error.ts'
import { Problem } from '../core/problem.ts'
import { requestId } from '../core/request-id.ts'
import { isDatabaseDown } from '../db/database-down.ts'
import { ConfigError } from '../providers/config.ts'
import { ProviderDown, ProviderRefused } from '../providers/payment-provider.ts'
import type { AppEnv } from './app-env.ts'
import { isFollowedLink, PROBLEM_PAGE_POLICY, problemPage } from './problem-page.ts'

/**
 * The only place that turns an error into a response. A Problem, an HTTPException and a provider's refusal show their
 * message; any other error shows a fixed one.
 */
export const onError: ErrorHandler<AppEnv> = (error, c) => {
  if (error instanceof Problem) {
    if (error.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.retryAfterSeconds))
    if (isFollowedLink(c)) {
      c.header('Content-Security-Policy', PROBLEM_PAGE_POLICY)
      return c.html(problemPage(error.message, error.link), error.status)
    }
    const data = error.data === undefined ? {} : { data: error.data }
    return c.json(
      { success: false, message: error.message, ...data, ...(error.link && { link: error.link }) },
      error.status,
    )
  }
  if (error instanceof HTTPException) return c.json({ success: false, message: error.message }, error.status)
  if (error instanceof ProviderRefused) {
    logError(`${c.req.method} ${c.req.path}`, { refused: error.message })
    const message = `The payment provider did not accept this order: ${error.message}`
    return c.json({ success: false, message }, 422)
  }
  logError(`${c.req.method} ${c.req.path}`, { error })
  const down =
    error instanceof ProviderDown
      ? 'The payment provider is not answering.'
      : isDatabaseDown(error)
        ? 'The shop cannot reach its database right now.'
        : null
  if (down !== null) {
    // True of every call: a buyer is charged on the provider's page, never by a request to this shop.
    const message = `${down} Nothing was charged; ${mayBeDone(c) ? 'what you sent may have been saved: look before you send it again.' : 'please try again in a moment.'}`
    c.header('Retry-After', '5')
    if (!isFollowedLink(c)) return c.json({ success: false, message }, 503)
    c.header('Content-Security-Policy', PROBLEM_PAGE_POLICY)
    return c.html(problemPage(message), 503)
  }
  if (error instanceof ConfigError) {
    return c.json({ success: false, message: 'The shop is not fully configured yet.' }, 503)
  }
  const id = requestId()
  if (isFollowedLink(c)) {
    c.header('Content-Security-Policy', PROBLEM_PAGE_POLICY)
    return c.html(problemPage(unexpected(id)), 500)
  }
  return c.json({ success: false, message: unexpected(id), requestId: id }, 500)
}

/**
 * An admin's change that was sent may have been carried out, and some repeat what they did: coupons, an upload. What others
 * send can be repeated: an order with one id is one order.
 */
const mayBeDone = (c: Context<AppEnv>): boolean => c.req.method !== 'GET' && c.get('viewer')?.isAdmin === true

/** The message of an error that nobody expected, with the number by which support finds its lines in the log. */
export const unexpected = (id = 'none') =>
  `Something went wrong on our side. Please try again. If it happens again, tell support this number: ${id}.`

export const notFound: NotFoundHandler<AppEnv> = (c) =>
  c.json({ success: false, message: `There is nothing at ${c.req.path}` }, 404)
