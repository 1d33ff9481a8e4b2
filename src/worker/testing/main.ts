// The Worker under test as the platform calls it. What an earlier test file left in a queue is dropped: a queue is no
// Durable Object that can be emptied, and its messages name rows that are somebody else's by now.
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
