import { z } from 'zod'
import { jobSchema } from '#shared/email/contract.ts'
import { eventMessageSchema } from '#shared/payments/contract.ts'
import { reconcileJobSchema } from '#shared/recovery/contract.ts'
import { type NoticeJob, noticeJobSchema } from '#shared/releases/contract.ts'
import { assertNever } from './core/assert-never.ts'
import { logError } from './core/log-error.ts'
import { openDb } from './db/client.ts'
import { SECOND_KIND } from './db/payment-history.ts'
import { notifyDownloaders } from './features/announcements/announce-releases.ts'
import { sendEmail } from './features/email/send-email.ts'
import { handleEvent } from './features/payments/webhooks/handle-event.ts'
import { continueRun } from './features/recovery/reconcile.ts'
import { refundSecondPayments } from './features/refunds/sweep-refunds.ts'
import { openShop } from './http/shop-deps.ts'
import { configOf } from './providers/config.ts'
import type { Env } from './providers/env.ts'
import { adminHub, notifyAdminHub } from './providers/hubs.ts'
import { resendMailer } from './providers/mailer.ts'
import { outsideFetch } from './providers/outside.ts'

/** The dead letter queue: it receives the messages whose attempts are used up. */
export const DEAD_QUEUE = 'windfall-jobs-dead'

/** Its messages carry no data: one refresh serves a whole batch, and the next refresh finds what this one missed. */
export const FEED_QUEUE = 'windfall-feed'

/** Keys of stored webhook events. */
export const EVENTS_QUEUE = 'windfall-events'

/** A message that fails is retried alone; the others of its batch are processed. */
export async function consume(batch: MessageBatch, env: Env): Promise<void> {
  if (batch.queue === FEED_QUEUE) return adminHub(env).refresh()
  if (batch.queue === EVENTS_QUEUE) return handleEvents(batch, env)
  for (const message of batch.messages) {
    try {
      if (batch.queue === DEAD_QUEUE) note(message)
      else await work(message, env)
    } catch (error) {
      logError(`queue ${batch.queue}`, { error })
      message.retry({ delaySeconds: Math.min(3600, 5 * 2 ** message.attempts) })
    }
  }
  await notifyAdminHub(env)
}

const anyJob = z.discriminatedUnion('type', [...jobSchema.options, reconcileJobSchema, noticeJobSchema])

async function work(message: Message, env: Env): Promise<void> {
  const job = anyJob.parse(message.body)
  switch (job.type) {
    case 'send-email': {
      const config = configOf(env)
      const deps = { db: openDb(env.DB), config, mailer: resendMailer(config, outsideFetch(env)) }
      const outcome = await sendEmail(deps, job.deliveryKey, Date.now())
      if (outcome.done) message.ack()
      else message.retry({ delaySeconds: outcome.retryInSeconds })
      return
    }
    case 'reconcile': {
      const after = leftOver()
      await continueRun(openShop(env, openDb(env.DB), after.later), job, Date.now())
      await after.done()
      message.ack()
      return
    }
    case 'notify-downloaders': {
      const isComplete = await notifyDownloaders(env, openDb(env.DB), Date.now())
      if (!isComplete) await env.JOBS.send(job satisfies NoticeJob)
      message.ack()
      return
    }
    default:
      assertNever(job)
  }
}

/**
 * Handles all events concurrently: a slow provider delays only its own events. Each message is acknowledged, even
 * where handling failed: the row has the time of the sweep's retry, and retries by the queue too would multiply the
 * attempts. A second payment is refunded immediately, not by the next sweep: its buyer waits for the money, and
 * support sees it move.
 */
async function handleEvents(batch: MessageBatch, env: Env): Promise<void> {
  const after = leftOver()
  const deps = openShop(env, openDb(env.DB), after.later)
  await Promise.all(
    batch.messages.map(async (message) => {
      try {
        const outcome = await handleEvent(deps, eventMessageSchema.parse(message.body), Date.now())
        if (outcome?.endsWith(SECOND_KIND)) await refundSecondPayments(deps, Date.now())
      } catch (error) {
        logError('handle-event', { event: message.body, error })
      }
      message.ack()
    }),
  )
  await after.done()
  await notifyAdminHub(env)
}

/** Collects the work that use cases defer until after the response. `done` awaits it; a sweep repeats failed work. */
function leftOver() {
  const works: Promise<void>[] = []
  const note = (error: unknown) => logError('queue, after a message', { error })
  return {
    later: (work: Promise<unknown>) => void works.push(work.then(() => undefined, note)),
    done: () => Promise.all(works),
  }
}

/**
 * Logs and acknowledges a dead message. The message is only the key of a row: the sweep retries the row, or the row is
 * a dead letter already.
 */
function note(message: Message): void {
  logError('dead letter', { id: message.id, body: message.body })
  message.ack()
}
