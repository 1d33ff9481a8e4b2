import type { Context } from 'hono'
import type { Db } from '../db/client.ts'
import { type Config, configOf } from '../providers/config.ts'
import type { Env } from '../providers/env.ts'
import { type PaymentProviders, paymentProviders } from '../providers/payment-providers.ts'
import type { AppEnv } from './app-env.ts'

/** The dependencies of a use case without payments. */
export type CoreDeps = Pick<ShopDeps, 'env' | 'db' | 'config' | 'later'>

export const coreDeps = (c: Context<AppEnv>): CoreDeps => ({
  env: c.env,
  db: c.get('db'),
  config: c.get('config'),
  later: (work) => c.executionCtx.waitUntil(work),
})

/** The dependencies of a use case with payments. */
export type ShopDeps = {
  env: Env
  db: Db
  config: Config
  providers: PaymentProviders
  /** Continues after the response is sent. A sweep repeats lost work. */
  later: (work: Promise<unknown>) => void
}

export const openShop = (env: Env, db: Db, later: ShopDeps['later']): ShopDeps => {
  const config = configOf(env)
  return { env, db, config, providers: paymentProviders(config, env), later }
}

export const shopDeps = (c: Context<AppEnv>): ShopDeps =>
  openShop(c.env, c.get('db'), (work) => c.executionCtx.waitUntil(work))
