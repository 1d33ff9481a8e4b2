import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY, HOUR } from '#shared/core/time.ts'
import { PAYMENT_PROVIDERS, PAYMENT_STATUSES } from '#shared/payments/contract.ts'
import { commit, openDb } from '../../db/client.ts'
import { payments, webhookEvents } from '../../db/schema/payments.ts'
import { allProviders } from '../../providers/payment-providers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { depsOf, unique, withPausedQueue } from '../../testing/shop.ts'
import { wasMade } from '../payments/rules.ts'
import { listWaiting } from '../payments/unsettled/recover-payments.ts'
import { sweepPayments } from '../payments/unsettled/sweep-payments.ts'
import { waitingOf } from '../payments/unsettled/waiting-rules.ts'
import { sweepEvents } from '../payments/webhooks/sweep-events.ts'
import { listAttention } from './compare-books.ts'

beforeAll(sandbox.calm)

type Row = typeof payments.$inferInsert

/** Every combination of states of a payment, including those that the code is not known to produce. */
function* combinations(now: number): Generator<Row> {
  for (const status of PAYMENT_STATUSES)
    for (const flaggedReason of [null, '$1.00 was paid, but the price is $19.50'])
      for (const nextCheckAt of [null, now - HOUR, now + 5 * DAY])
        for (const paymentProvider of PAYMENT_PROVIDERS)
          for (const hasCheckout of [true, false])
            for (const purchaseType of ['one-time', 'subscription'] as const) {
              // Settling and flagging a payment both end its scheduled checks.
              if ((wasMade(status) || flaggedReason !== null) && nextCheckAt !== null) continue
              yield {
                status,
                flaggedReason,
                nextCheckAt,
                paymentProvider,
                purchaseType,
                checkoutId: hasCheckout ? unique('cs') : null,
                reference: crypto.randomUUID(),
                scriptId: PREMIUM_ID,
                amountCents: 2999,
                originalCents: 2999,
                createdAt: now - HOUR,
                updatedAt: now - HOUR,
                paymentDate: wasMade(status) ? now - HOUR : null,
              }
            }
}

// invariant: unsettled-is-watched
test('every payment that is not final belongs to the sweep or is listed for an admin, in any state', async () => {
  const { bindings } = withPausedQueue()
  const deps = depsOf(bindings)
  const now = Date.now()
  const rows = [...combinations(now)]
  expect(rows.length).toBeGreaterThan(200)
  await commit(
    deps.db,
    rows.map((row) => deps.db.insert(payments).values(row)),
  )

  const stored = await deps.db.select().from(payments)
  const configured = allProviders(deps.providers).map(({ name }) => name)
  const waiting = stored.filter((row) => waitingOf(row, false, configured) !== null)
  const listed = new Map(
    (await listWaiting(deps, { limit: 1000 })).rows.map((row) => [row.payment.id, row.waiting.owner]),
  )
  expect([...listed.keys()].sort()).toEqual(waiting.map(({ id }) => id).sort())
  expect((await listWaiting(deps, { limit: 1 })).count).toBe(waiting.length)
  for (const row of stored.filter(
    ({ status, flaggedReason }) => status === 'pending' || flaggedReason !== null,
  ))
    expect(listed.has(row.id), JSON.stringify(row)).toBe(true)

  // After the sweep each payment is exactly one of: final, flagged for an admin, scheduled for a later check.
  const later = now + 6 * DAY
  for (let round = 0; round < 3; round += 1) await sweepPayments(deps, later, 1000)
  await deps.idle()
  const after = await deps.db.select().from(payments)
  const owners = after.map((row) => ({ row, waits: waitingOf(row, false, configured) }))
  for (const { row, waits } of owners) {
    const swept = row.flaggedReason === null && row.nextCheckAt !== null && row.nextCheckAt > later
    const isFinal = waits === null && row.nextCheckAt === null && row.status !== 'pending'
    expect([swept, row.flaggedReason !== null, isFinal].filter(Boolean), JSON.stringify(row)).toHaveLength(1)
  }
}, 60_000)

test('an event that cannot be processed is given up after twenty attempts and then listed for an admin', async () => {
  const db = openDb(env.DB)
  const deps = depsOf()
  let now = Date.now()
  const stored = { type: 'x', payload: 'torn', receivedAt: now, nextAttemptAt: now }
  await db.insert(webhookEvents).values([
    { ...stored, provider: 'stripe', eventId: unique('evt') },
    // The credentials of this provider were removed.
    { ...stored, provider: 'nobody', eventId: unique('evt') },
  ])
  for (let tries = 0; tries < 21; tries += 1) {
    expect(await listAttention(db)).toEqual([])
    await sweepEvents(deps, now)
    const open = await db.select().from(webhookEvents)
    if (open.every(({ nextAttemptAt }) => nextAttemptAt === null)) break
    now += 7 * HOUR
  }
  const waiting = await listAttention(db)
  expect(waiting.map(({ kind, details }) => [kind, details.provider])).toEqual([
    ['needs-attention', 'stripe'],
    ['needs-attention', 'nobody'],
  ])
})
