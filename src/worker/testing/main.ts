// The Worker under test, as the platform calls it. Messages that an earlier test file left in a queue are dropped: a
// queue cannot be emptied like a Durable Object, and the ids in its messages belong to other rows by now.
import worker from '../index.ts'
import type { Env } from '../providers/env.ts'

export { AdminHub, RateLimiter, UserHub } from '../index.ts'

const isOfThisFile = ({ timestamp }: Message): boolean =>
  timestamp.getTime() >= (globalThis.testFileBeganOn ?? 0)

export default {
  ...worker,
  queue: (batch, env) => {
    const messages = batch.messages.filter(isOfThisFile)
    return worker.queue({ queue: batch.queue, messages } as unknown as MessageBatch, env)
  },
} satisfies ExportedHandler<Env>
