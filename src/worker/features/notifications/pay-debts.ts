import type { Context } from 'hono'
import { describeError } from '../../core/describe-error.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { dispatchKeys } from './dispatch-outbox.ts'

/** After the answer: sends what a change owes, or does the work that says what. What fails here, the sweep finds. */
export function payDebts(c: Context<AppEnv>, owed: string[] | Promise<string[]>): void {
  const pay = async () => dispatchKeys(c.env, c.get('db'), await owed, Date.now())
  c.executionCtx.waitUntil(
    pay().catch((error) => {
      console.error(
        JSON.stringify({ at: `${c.req.method} ${c.req.path}, after`, error: describeError(error) }),
      )
    }),
  )
}
