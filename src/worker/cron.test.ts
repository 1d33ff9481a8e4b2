import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { HOUR, MINUTE, SECOND } from './core/time.ts'
import { EVERY_FIVE_MINUTES, runCron } from './cron.ts'
import type { Env } from './providers/env.ts'
import { aCharge, andTell, takingAt } from './testing/charges.ts'
import { stopClock } from './testing/clock.ts'
import { sandbox } from './testing/sandbox.ts'

beforeAll(sandbox.calm)
beforeEach(sandbox.calm)

/** Every call of a provider takes so long, of a stopped clock, and fails. */
function slowProviders(ms: number): Env {
  const fetch = async () => {
    vi.setSystemTime(Date.now() + ms)
    return new Response('Internal error', { status: 500 })
  }
  return { ...takingAt('btcpay'), SANDBOX: { fetch } as unknown as Fetcher }
}

test('a run of five minutes is over before the next one begins, however slow the providers, and each sweep has its turn', async () => {
  stopClock()
  const { user, paymentId, checkoutId } = await aCharge('coinbase')
  await andTell(() => sandbox.cryptoPay(checkoutId))
  await sandbox.faults({ cryptoApi: 'fail' })
  await user.post(`/api/user/purchases/${paymentId}/refund`)
  await sandbox.calm()
  for (let open = 0; open < 12; open += 1) await aCharge('btcpay')
  vi.setSystemTime(Date.now() + HOUR)
  const began = Date.now()
  await runCron(EVERY_FIVE_MINUTES, slowProviders(30 * SECOND), () => undefined)
  expect(Date.now() - began).toBeLessThan(5 * MINUTE)
  const refund = await env.DB.prepare('SELECT status, attempts FROM refunds WHERE payment_id = ?')
    .bind(paymentId)
    .first()
  expect(refund).toEqual({ status: 'approved', attempts: 2 })
})
