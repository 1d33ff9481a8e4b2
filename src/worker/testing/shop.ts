import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
  type QueueResult,
  waitOnExecutionContext,
} from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { openDb } from '../db/client.ts'
import { openShop, type ShopDeps } from '../http/shop-deps.ts'
import worker from '../index.ts'
import type { Env } from '../providers/env.ts'

export const SHOP = 'http://shop.test'

/** The bindings of a deployment: no sandbox, https, and keys of all providers that it must have. */
export const aDeployment: Env = {
  ...env,
  SANDBOX: undefined,
  PUBLIC_URL: 'https://shop.example',
  STRIPE_SECRET_KEY: 'sk_live_0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
  RESEND_API_KEY: 're_0123456789',
}

/** A context whose deferred work may fail without an unhandled rejection; waiting for the work still throws. */
function aContext(): ExecutionContext {
  const ctx = createExecutionContext()
  const waitUntil = ctx.waitUntil.bind(ctx)
  ctx.waitUntil = (work) => {
    work.catch(() => undefined)
    waitUntil(work)
  }
  return ctx
}

/** Sends one request through the whole Worker, and waits for its work after the response. */
export async function ask(request: Request, bindings: Env = env): Promise<Response> {
  const ctx = aContext()
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], bindings, ctx)
  await waitOnExecutionContext(ctx)
  return response
}

/** As `ask`, and calls `onAnswer` with the response, before the work after it. */
export async function askUntilAnswer(
  request: Request,
  bindings: Env,
  onAnswer: () => void | Promise<void>,
): Promise<Response> {
  const ctx = aContext()
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], bindings, ctx)
  await onAnswer()
  await waitOnExecutionContext(ctx)
  return response
}

/** Runs a cron trigger, and waits for its deferred work. */
export async function ring(cron: string, bindings: Env = env): Promise<void> {
  const ctx = aContext()
  await worker.scheduled(createScheduledController({ cron, scheduledTime: Date.now() }), bindings, ctx)
  await waitOnExecutionContext(ctx)
}

/** Passes messages to the consumer as the platform does, and returns the result of each. */
export async function consume(
  bodies: unknown[],
  { queue = 'windfall-jobs', attempts = 1 }: { queue?: string; attempts?: number } = {},
  bindings: Env = env,
): Promise<QueueResult> {
  const messages = bodies.map((body, index) => ({ id: `m${index}`, timestamp: Date.now(), attempts, body }))
  const batch = createMessageBatch(queue, messages)
  const delays = new Map<string, number | undefined>()
  for (const message of batch.messages) {
    // The result of this version of the test pool does not include the delay of a retry.
    const retry = message.retry.bind(message)
    message.retry = (options) => {
      if (!delays.has(message.id)) delays.set(message.id, options?.delaySeconds)
      retry(options)
    }
  }
  const ctx = createExecutionContext()
  await worker.queue(batch, bindings)
  const result = await getQueueResult(batch, ctx)
  const retryMessages = result.retryMessages.map((retried) => ({
    ...retried,
    delaySeconds: delays.get(retried.msgId),
  }))
  return { ...result, retryMessages }
}

/** The dependencies of a use case; `idle` waits for its deferred work. */
export function depsOf(bindings: Env = env): ShopDeps & { idle: () => Promise<unknown> } {
  const waiting: Promise<unknown>[] = []
  const later = (work: Promise<unknown>) => {
    work.catch(() => undefined)
    waiting.push(work)
  }
  return { ...openShop(bindings, openDb(bindings.DB), later), idle: () => Promise.all(waiting) }
}

/** Bindings whose queue only collects messages: the test decides when, and how often, a message is consumed. */
export function withPausedQueue(): { bindings: Env; sent: unknown[] } {
  const sent: unknown[] = []
  const JOBS = {
    send: async (body: unknown) => {
      sent.push(body)
    },
    sendBatch: async (messages: Iterable<{ body: unknown }>) => {
      for (const { body } of messages) sent.push(body)
    },
  } as unknown as Env['JOBS']
  return { bindings: { ...env, JOBS }, sent }
}

/** A name that is unique in this run. */
export const unique = (prefix: string): string => `${prefix}-${crypto.randomUUID().slice(0, 12)}`
