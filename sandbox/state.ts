import { DurableObject } from 'cloudflare:workers'
import { app } from './app.ts'
import type { Box } from './box.ts'
import { expireDueInvoices, nextInvoiceExpiry } from './btcpay/flows.ts'
import { expireDueCheckouts, nextCheckoutExpiry } from './coinbase/flows.ts'
import type { Env } from './env.ts'
import { createTables } from './schema.ts'
import { expireDueSessions, nextSessionExpiry } from './stripe/flows/expire-session.ts'
import { followDueTrials, nextTrialStep } from './stripe/flows/trials.ts'
import { deliverDue, nextDeliveryAt } from './webhooks/delivery.ts'

/** The sandbox's storage and alarm: one Durable Object with SQLite that serves every request and sends the webhooks. */
export class SandboxState extends DurableObject<Env> {
  private readonly box: Box

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    createTables(ctx.storage.sql)
    this.box = {
      env,
      sql: ctx.storage.sql,
      transact: (work) => ctx.storage.transactionSync(work),
      arm: () => this.arm(),
      request: null,
    }
    // After a killed process the alarm can be lost while a webhook is still pending.
    ctx.blockConcurrencyWhile(() => this.arm())
  }

  override async fetch(request: Request): Promise<Response> {
    return app.fetch(request, this.box)
  }

  override async alarm(): Promise<void> {
    for (const expireDue of [expireDueSessions, followDueTrials, expireDueCheckouts, expireDueInvoices]) {
      expireDue(this.box, Date.now())
    }
    await deliverDue(this.box)
    await this.arm()
  }

  private async arm(): Promise<void> {
    const clocks = [nextDeliveryAt, nextSessionExpiry, nextTrialStep, nextCheckoutExpiry, nextInvoiceExpiry]
    const times = clocks.map((nextAt) => nextAt(this.box)).filter((at) => at !== null)
    if (times.length === 0) return
    const next = Math.max(Math.min(...times), Date.now())
    const set = await this.ctx.storage.getAlarm()
    // An earlier alarm sets the next alarm when it fires.
    if (set === null || set > next) await this.ctx.storage.setAlarm(next)
  }
}
