import type { Context } from 'hono'
import { describeError } from '../../core/describe-error.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { dispatchKeys } from './dispatch-outbox.ts'

/** Dispatches these outbox messages after the answer, or does the work that names them. The sweep dispatches what fails here. */
export function dispatchAfterAnswer(c: Context<AppEnv>, outboxKeys: string[] | Promise<string[]>): void {
  const dispatch = async () => dispatchKeys(c.env, c.get('db'), await outboxKeys, Date.now())
  c.executionCtx.waitUntil(
    dispatch().catch((error) => {
      console.error(
        JSON.stringify({ at: `${c.req.method} ${c.req.path}, after`, error: describeError(error) }),
      )
    }),
  )
}
