import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { loginKey } from '#shared/accounts/login-key.ts'
import { logError, logEvent } from '../../core/log-error.ts'
import { Problem, type SecurityEvent } from '../../core/problem.ts'
import { requestId } from '../../core/request-id.ts'
import { hmacSha256, toHex } from '../../core/tokens.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { reservationNetwork } from '../../http/client-ip.ts'
import { configOf } from '../../providers/config.ts'
import type { Env } from '../../providers/env.ts'
import { countEvent } from './count-events.ts'
import type { CountedEvents } from './rules.ts'

/**
 * Writes a line of the log for each login and for each refusal that matters to security, and counts the refusals in
 * `security_events`. All of it after the answer, which it neither delays nor fails.
 */
export const recordSecurity: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const { authenticated, error } = { authenticated: c.get('authenticated'), error: c.error }
  if (authenticated) {
    const { what, by, userId } = authenticated
    logEvent(what, { userId, by, network: reservationNetwork(c) })
  }
  const event = error instanceof Problem ? eventOf(error) : undefined
  if (error instanceof Problem && event) {
    c.executionCtx.waitUntil(recordSecurityEvent(c.env, seenAt(c, error.status, event)))
  }
}

/** Each 403 is an event: one without a kind of its own counts as refused access. */
const eventOf = ({ event, status }: Problem): SecurityEvent | undefined =>
  event ?? (status === 403 ? { kind: 'access_refused' } : undefined)

/** A refusal with the request that it answered. `typed`: the name as it was typed. */
type Seen = Omit<CountedEvents, 'count' | 'name'> & { typed: string | undefined }

function seenAt(c: Context<AppEnv>, status: number, event: SecurityEvent): Seen {
  const { kind, detail, name, userId = c.get('viewer')?.id ?? null } = event
  const pattern = matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? 'none'
  return {
    kind,
    detail,
    userId,
    typed: userId === null ? name : undefined,
    network: reservationNetwork(c),
    requestId: requestId(),
    route: `${c.req.method} ${pattern}`,
    status,
    at: Date.now(),
  }
}

/** Never fails. Begins after the answer has left: the time of an answer must not show what is recorded. */
async function recordSecurityEvent(env: Env, { typed, ...event }: Seen): Promise<void> {
  try {
    await scheduler.wait(0)
    const name = typed === undefined ? undefined : await hashName(env, typed)
    const { at, requestId: _, ...line } = { ...event, name }
    logEvent('security', line)
    await countEvent(env, { ...event, name })
  } catch (error) {
    logError('security-event', { error })
  }
}

/** The same for each spelling of a name, so that attempts can be put together. Cannot be undone without the key. */
const hashName = async (env: Env, typed: string): Promise<string> =>
  toHex(await hmacSha256(configOf(env).linkSigningKey, `login-name:${loginKey(typed)}`)).slice(0, 16)
