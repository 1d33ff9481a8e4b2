import type { Env } from './env.ts'

/** The context of every part of the sandbox: the bindings, the database and the API call being served, if any. */
export interface Box {
  env: Env
  sql: SqlStorage
  /** Runs synchronous work as one transaction; a throw undoes all of it. */
  transact<T>(work: () => T): T
  /** Sets the alarm for the next webhook or session expiry. Call it after every change. */
  arm(): Promise<void>
  /** The Stripe API call that causes the events emitted now; null for a visitor's action or a timer. */
  request: { id: string; idempotencyKey: string | null } | null
}

/** Hono's type argument: `c.env` is the box. */
export interface BoxApp {
  Bindings: Box
}
