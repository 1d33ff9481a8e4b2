import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { formatDay } from '#shared/core/format-day.ts'
import { addMonths, DAY } from '#shared/core/time.ts'
import { openDb } from '../../db/client.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import {
  aReader,
  mailsQueuedTo,
  owns,
  type ReaderInput,
  refunded,
  subscribes,
} from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, unique, withPausedQueue } from '../../testing/shop.ts'
import { remindUpdates } from './remind-updates.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const remind = (now = Date.now(), bindings = withPausedQueue().bindings) =>
  remindUpdates(bindings, openDb(env.DB), now)
const reminders = async ({ email }: { email: string }) => (await mailsQueuedTo(email, 'updates-end')).length

/** An owner of a purchase whose updates end in this many days. */
async function anOwner(days: number, inputs: ReaderInput = {}) {
  const user = await aReader(inputs)
  const product = await aProduct({ name: unique('Farmer') })
  const purchasedAt = addMonths(Date.now() + days * DAY + 3_600_000, -3)
  const { paymentId } = await owns(user, product.id, purchasedAt)
  return { user, product, paymentId, endsAt: addMonths(purchasedAt, 3) }
}

test('the owner gets one mail in the last week of updates, with product, end date and price', async () => {
  const { bindings, sent } = withPausedQueue()
  const [early, due, over] = [await anOwner(9), await anOwner(5), await anOwner(-2)]
  for (const day of [0, 1, 3]) await remind(Date.now() + day * DAY, bindings)
  expect(await reminders(due.user)).toBe(1)
  expect(await reminders(over.user)).toBe(0)
  // The third run was three days later, in the last week of this purchase.
  expect(await reminders(early.user)).toBe(1)
  await consume(sent)
  const [mail] = await sandbox.mails(due.user.email)
  expect(mail?.subject).toBe(`Your updates for ${due.product.name} end on ${formatDay(due.endsAt)}`)
  expect(mail?.text).toContain('$19.50')
  expect(mail?.links).toContain(`http://shop.test/products/${due.product.slug}`)
})

test('no mail goes to owners with promotional emails off, an unconfirmed or bounced address, or deleted', async () => {
  const { user: off } = await anOwner(5, { promotionalEmails: false })
  const { user: unproved } = await anOwner(5, { verified: false })
  const { user: gone } = await anOwner(5)
  const { user: bounced } = await anOwner(5)
  await env.DB.prepare("INSERT INTO email_suppressions VALUES (lower(?), 'bounced', null, 1, null)")
    .bind(bounced.email)
    .run()
  const { user: on } = await anOwner(5, { emailNotifications: false, newAirdrops: false })
  await env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE id = ?').bind(gone.id).run()
  await remind()
  expect(await Promise.all([off, unproved, gone, bounced, on].map(reminders))).toEqual([0, 0, 0, 0, 1])
})

test('no mail goes to owners who lose nothing: with a plan, a second purchase or a refund', async () => {
  const [planned, lapsed, again, returned] = [
    await anOwner(5),
    await anOwner(5),
    await anOwner(5),
    await anOwner(5),
  ]
  await subscribes(planned.user)
  await subscribes(lapsed.user, 'canceled')
  await owns(again.user, again.product.id)
  await refunded(returned.paymentId)
  await remind()
  const told = await Promise.all([planned, lapsed, again, returned].map(({ user }) => reminders(user)))
  expect(told).toEqual([0, 1, 0, 0])
})

test('no mail is sent about a product that is not listed any more', async () => {
  const { user, product } = await anOwner(5)
  await env.DB.prepare('UPDATE scripts SET is_deleted = 1 WHERE id = ?').bind(product.id).run()
  await remind()
  expect(await reminders(user)).toBe(0)
})
