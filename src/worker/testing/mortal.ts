import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { HOUR, MINUTE } from '#shared/core/time.ts'
import { openDb } from '../db/client.ts'
import { intercepted } from '../db/intercepted.ts'
import { sweepDeliveries } from '../features/email/sweep-deliveries.ts'
import { sweepOutbox } from '../features/notifications/sweep-outbox.ts'
import { sweepPayments } from '../features/payments/unsettled/sweep-payments.ts'
import { sweepEvents } from '../features/payments/webhooks/sweep-events.ts'
import type { Env } from '../providers/env.ts'
import { consume, depsOf } from './shop.ts'

/**
 * Bindings of an isolate that dies after `last` calls to the outside (database, Stripe, queues, hub): the response to
 * the last one is lost, and later calls are not carried out. Dying before a call equals dying after the previous one,
 * so 0, 1, 2 … are all possible moments; null: it survives. `count.calls` is the number of calls.
 */
export function mortal(base: Env, last: number | null) {
  const count = { calls: 0 }
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    count.calls++
    const mine = count.calls
    if (last !== null && mine > last) throw new Error('the isolate died')
    const answer = await work()
    if (mine === last) throw new Error('the isolate died')
    return answer
  }
  const DB = intercepted(base.DB, (_, run) => call(run))
  const SANDBOX = {
    fetch: (input: RequestInfo, init?: RequestInit) =>
      call(async () => {
        const response = await base.SANDBOX?.fetch(input, init)
        if (!response) throw new Error('There is no sandbox')
        return response
      }),
  } as Fetcher
  const JOBS = {
    send: (body: unknown) => call(() => base.JOBS.send(body)),
    sendBatch: (messages: Iterable<MessageSendRequest>) => call(() => base.JOBS.sendBatch(messages)),
  } as Env['JOBS']
  // `deliver`, which posts a webhook, passes the message to the consumer itself.
  const EVENTS = { send: () => call(async () => undefined) } as unknown as Env['EVENTS']
  const USER_HUB = {
    getByName: (name: string) => {
      const stub = base.USER_HUB.getByName(name)
      return { push: (...args: Parameters<typeof stub.push>) => call(async () => stub.push(...args)) }
    },
  } as unknown as Env['USER_HUB']
  return { bindings: { ...base, DB, SANDBOX, JOBS, EVENTS, USER_HUB }, count }
}

/** Runs each sweep that completes an interrupted purchase once. */
export async function sweepEverything(bindings: Env, now: number) {
  const deps = depsOf(bindings)
  await sweepEvents(deps, now)
  await sweepPayments(deps, now)
  await deps.idle()
  await sweepOutbox(bindings, deps.db, now + MINUTE)
  await sweepDeliveries(bindings, openDb(env.DB), now + MINUTE)
}

/** Consumes the mails that the sweeps of a test queued, four hours later, when all are due. */
export async function consumeLater(sent: unknown[], bindings: Env) {
  vi.setSystemTime(Date.now() + 4 * HOUR)
  await consume(sent, {}, bindings)
  vi.useRealTimers()
}
