import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { DAY } from '#shared/core/time.ts'
import type {
  LatestReview,
  ManagedReview,
  OwnReview,
  Review,
  ReviewSummary,
} from '#shared/reviews/contract.ts'
import { openDb } from '../../db/client.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { readHub } from '../../testing/hubs.ts'
import { aProduct, stockPlans } from '../../testing/products.ts'
import { aReader, logDownload, mailsQueuedTo, owns, refunded, subscribes } from '../../testing/readers.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { withPausedQueue } from '../../testing/shop.ts'
import { requestReviews } from './request-reviews.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const MANAGE = '/api/secure-management/reviews'
const form = (more: object = {}) => ({
  rating: 4,
  text: 'It plans my weeks well.',
  displayName: 'Anna K.',
  ...more,
})
const own = (productId: number) => `/api/user/reviews/${productId}`
const write = (user: SignedIn, productId: number, more: object = {}) =>
  user.put<OwnReview>(own(productId), form(more))
const published = async (productId: number | string, query = '') => {
  const answer = await visitor().get<Review[]>(`/api/products/${productId}/reviews${query}`)
  const { summary, nextCursor } = JSON.parse(answer.text) as {
    summary: ReviewSummary
    nextCursor: string | null
  }
  return { ...answer, summary, nextCursor }
}
let admin: SignedIn
beforeEach(async () => {
  admin = await aUser({ admin: true })
})
/** The kept number and stars of every product are those of its shown reviews, whatever a test did. */
afterEach(async () => {
  const read = async (sql: string) => (await env.DB.prepare(sql).all()).results
  expect(
    await read(
      'SELECT script_id, count, stars FROM product_ratings WHERE count <> 0 OR stars <> 0 ORDER BY script_id',
    ),
  ).toEqual(
    await read(`SELECT r.script_id, count(*) AS count, sum(r.rating) AS stars FROM reviews r
      JOIN user_scripts g ON g.id = r.grant_id JOIN payments p ON p.id = g.payment_id
      WHERE r.state = 'published' AND g.is_active = 1 AND p.amount_cents > 0 AND p.status IN ('completed', 'partially_refunded')
      GROUP BY r.script_id ORDER BY r.script_id`),
  )
})
const listed = async (state = 'pending') =>
  (await admin.get<ManagedReview[]>(`${MANAGE}?state=${state}`)).data
const ofUser = async (user: SignedIn, state = 'pending') =>
  (await listed(state)).find(({ userId }) => userId === user.id) as ManagedReview
const approve = (review: { id: number; revision: number }) =>
  admin.post(`${MANAGE}/${review.id}/approve`, { revision: review.revision })
const actionsAbout = async (id: number) =>
  (
    await env.DB.prepare('SELECT action, actor_id FROM audit_log WHERE subject = ? ORDER BY id')
      .bind(`review:${id}`)
      .all<{ action: string; actor_id: number }>()
  ).results

/** A buyer who has downloaded the product. */
async function aBuyer(product?: Awaited<ReturnType<typeof aProduct>>) {
  const [user, sold] = [await aUser(), product ?? (await aProduct())]
  const { paymentId } = await owns(user, sold.id)
  await logDownload({ userId: user.id, productId: sold.id, releaseId: sold.release.id })
  return { user, product: sold, paymentId }
}

/** A buyer with a published review. */
async function aReviewer(more: object = {}, product?: Awaited<ReturnType<typeof aProduct>>) {
  const buyer = await aBuyer(product)
  expect((await write(buyer.user, buyer.product.id, more)).status).toBe(200)
  const review = await ofUser(buyer.user)
  expect((await approve(review)).status).toBe(200)
  return { ...buyer, review }
}

describe('the right to a review', () => {
  // invariant: reviews-by-buyers
  test('is a buyer’s after a download, and nobody else’s', async () => {
    const { user, product } = await aBuyer()
    const [stranger, given, unused] = [await aUser(), await aUser(), await aUser()]
    await env.DB.prepare(
      `INSERT INTO user_scripts (user_id, script_id, access_type, is_active, status, purchased_at, created_at, updated_at)
        VALUES (?, ?, 'admin', 1, 'active', 1, 1, 1)`,
    )
      .bind(given.id, product.id)
      .run()
    await logDownload({ userId: given.id, productId: product.id, releaseId: product.release.id })
    await owns(unused, product.id)
    const free = await aBuyer(product)
    await env.DB.prepare('UPDATE payments SET amount_cents = 0, discount_cents = original_cents WHERE id = ?')
      .bind(free.paymentId)
      .run()
    for (const [who, refusal] of [
      [stranger, 'not-bought'],
      [given, 'not-bought'],
      [free.user, 'not-bought'],
      [unused, 'not-downloaded'],
    ] as const) {
      expect((await who.get<OwnReview>(own(product.id))).data).toEqual({ refusal, review: null })
      const refused = await who.put<{ code: string }>(own(product.id), form())
      expect([refused.status, refused.data.code]).toEqual([403, refusal])
    }
    expect((await user.get<OwnReview>(own(product.id))).data).toEqual({ refusal: null, review: null })
    expect((await write(user, product.id)).status).toBe(200)
  })

  test('of a plan begins with any script that it opens', async () => {
    const [user, product] = [await aUser(), await aProduct()]
    await subscribes(user)
    expect((await user.get<OwnReview>(own(PREMIUM_ID))).data.refusal).toBe('not-downloaded')
    await logDownload({ userId: user.id, productId: product.id, releaseId: product.release.id })
    expect((await user.get<OwnReview>(own(PREMIUM_ID))).data.refusal).toBeNull()
    expect((await user.get<OwnReview>(own(product.id))).data.refusal).toBe('not-bought')
  })

  test('ends with a refund: a published review is not shown, and a new one is refused', async () => {
    const { user, product, paymentId, review } = await aReviewer()
    expect((await published(product.id)).summary.count).toBe(1)
    await refunded(paymentId)
    expect(await published(product.id)).toMatchObject({ data: [], summary: { count: 0, average: null } })
    expect((await user.get<OwnReview>(own(product.id))).data).toMatchObject({
      refusal: 'refunded',
      review: {},
    })
    expect((await write(user, product.id)).status).toBe(403)
    expect((await listed('published')).find(({ id }) => id === review.id)?.isShown).toBe(false)
    // A dispute that was won restores the access.
    await env.DB.prepare("UPDATE user_scripts SET is_active = 1, status = 'active' WHERE payment_id = ?")
      .bind(paymentId)
      .run()
    expect((await published(product.id)).data).toHaveLength(1)
  })
})

describe('a review', () => {
  test('is shown once an admin approves it, with its answer; the author is notified of both', async () => {
    const { user, product } = await aBuyer()
    expect((await write(user, product.id)).data).toMatchObject({
      refusal: null,
      review: { state: 'pending' },
    })
    expect((await published(product.id)).data).toEqual([])
    const review = await ofUser(user)
    expect(review).toMatchObject({
      rating: 4,
      author: 'Anna K.',
      revision: 1,
      state: 'pending',
      isShown: true,
    })
    expect((await approve(review)).status).toBe(200)
    expect((await approve(review)).status).toBe(409)
    const answered = await admin.post(`${MANAGE}/${review.id}/answer`, { answer: 'Thank you, Anna.' })
    expect(answered.status).toBe(200)
    const { data, summary } = await published(product.slug)
    expect(data).toEqual([
      {
        id: review.id,
        rating: 4,
        text: 'It plans my weeks well.',
        author: 'Anna K.',
        publishedAt: expect.any(String),
        answer: 'Thank you, Anna.',
        answeredAt: expect.any(String),
      },
    ])
    expect(summary).toEqual({ count: 1, average: 4 })
    const { kept } = await readHub(user.id)
    expect(kept.map(({ title }) => title)).toEqual(['We answered your review', 'Your review is published'])
    expect(await actionsAbout(review.id)).toEqual([
      { action: 'review.approve', actor_id: admin.id },
      { action: 'review.answer', actor_id: admin.id },
    ])
  })

  test('that is rejected shows its author the reason, and can be changed and sent again', async () => {
    const { user, product, review } = await aReviewer()
    const reason = 'It names another person.'
    const rejected = await admin.post(`${MANAGE}/${review.id}/reject`, { revision: review.revision, reason })
    expect(rejected.status).toBe(200)
    expect((await published(product.id)).data).toEqual([])
    expect((await user.get<OwnReview>(own(product.id))).data.review).toMatchObject({
      state: 'rejected',
      reason,
    })
    expect((await readHub(user.id)).kept[0]?.message).toContain(reason)
    const again = await write(user, product.id, { rating: 2, text: 'It is slower than I hoped.' })
    expect(again.data.review).toMatchObject({ state: 'pending', reason: null, rating: 2 })
    // A decision about the version before the change is refused.
    expect((await approve(review)).status).toBe(409)
    expect((await approve(await ofUser(user))).status).toBe(200)
    expect((await published(product.id)).summary).toEqual({ count: 1, average: 2 })
  })

  test('counts in the average of its product only while its purchase is paid and its access is active', async () => {
    const product = await aProduct()
    const { user, paymentId } = await aReviewer({ rating: 2 }, product)
    await aReviewer({ rating: 5 }, product)
    const summary = async () => (await published(product.id)).summary
    const change = (sql: string) => env.DB.prepare(sql).bind(paymentId).run()
    expect(await summary()).toEqual({ count: 2, average: 3.5 })
    await change("UPDATE payments SET status = 'disputed' WHERE id = ?")
    expect(await summary()).toEqual({ count: 1, average: 5 })
    await change("UPDATE payments SET status = 'completed' WHERE id = ?")
    await change("UPDATE user_scripts SET is_active = 0, status = 'revoked' WHERE payment_id = ?")
    expect(await summary()).toEqual({ count: 1, average: 5 })
    await change("UPDATE user_scripts SET is_active = 1, status = 'active' WHERE payment_id = ?")
    expect(await summary()).toEqual({ count: 2, average: 3.5 })
    expect((await user.delete(own(product.id))).status).toBe(200)
    expect(await summary()).toEqual({ count: 1, average: 5 })
  })

  test('that is changed waits again, stays one per product, and can be withdrawn', async () => {
    const { user, product, review } = await aReviewer()
    await write(user, product.id, { rating: 1, text: 'Changed my mind about it.' })
    expect((await published(product.id)).data).toEqual([])
    expect(await ofUser(user)).toMatchObject({ id: review.id, revision: 2, rating: 1 })
    expect((await user.delete(own(product.id))).status).toBe(200)
    expect((await user.delete(own(product.id))).status).toBe(404)
    expect((await user.get<OwnReview>(own(product.id))).data).toEqual({ refusal: null, review: null })
    expect((await approve({ id: review.id, revision: 2 })).status).toBe(404)
  })

  test.each([
    [{ rating: 0 }, 'Choose a rating from 1 to 5'],
    [{ rating: 4.5 }, 'Choose a rating from 1 to 5'],
    [{ rating: undefined }, 'Choose a rating from 1 to 5'],
    [{ text: 'Short' }, 'Write at least 10 characters'],
    [{ text: 'x'.repeat(2001) }, 'The review must be at most 2000 characters'],
    [{ displayName: '' }, 'Name is required'],
    [{ displayName: 'https://evil.test' }, 'Use letters, digits, spaces, dots, dashes and underscores only'],
  ])('with %o is refused', async (more, message) => {
    const { user, product } = await aBuyer()
    const refused = await write(user, product.id, more)
    expect([refused.status, refused.message]).toEqual([400, message])
  })

  test('of a closed account names nobody, and a deleted account has none', async () => {
    const { user, product } = await aReviewer()
    await env.DB.prepare('UPDATE users SET deactivated_at = 1 WHERE id = ?').bind(user.id).run()
    expect((await published(product.id)).data[0]?.author).toBe('A former customer')
    await env.DB.prepare('UPDATE users SET deactivated_at = NULL WHERE id = ?').bind(user.id).run()
    const exported = await user.post('/api/user/export', { password: user.password })
    expect(JSON.parse(exported.text).reviews).toMatchObject([
      { rating: 4, name: 'Anna K.', state: 'published' },
    ])
    const headers = { 'content-type': 'application/json' }
    const password = JSON.stringify({ password: user.password })
    const closed = await user.fetch('DELETE', '/api/user/account', headers, password)
    expect(closed.status).toBe(200)
    expect((await published(product.id)).data).toEqual([])
    expect(await listed('published')).not.toContainEqual(expect.objectContaining({ userId: user.id }))
  })
})

test('the reviews of a product are paged, newest first, and its average has one decimal', async () => {
  const product = await aProduct()
  for (const rating of [5, 4, 4]) await aReviewer({ rating }, product)
  const first = await published(product.id, '?limit=2')
  expect(first.summary).toEqual({ count: 3, average: 4.3 })
  expect(first.data.map(({ rating }) => rating)).toEqual([4, 4])
  const second = await published(product.id, `?limit=2&cursor=${first.nextCursor}`)
  expect([second.data.map(({ rating }) => rating), second.nextCursor]).toEqual([[5], null])
  expect((await published('no-such-script')).status).toBe(404)
  const { data } = await visitor().get<LatestReview[]>('/api/reviews/latest')
  expect(data.map(({ rating, product: { slug } }) => [rating, slug])).toEqual([
    [4, product.slug],
    [4, product.slug],
    [5, product.slug],
  ])
})

test('one mail asks for a review a week after the first download, for owners who want such mails', async () => {
  const now = Date.now()
  const product = await aProduct()
  const asked = async (user: { email: string }) => (await mailsQueuedTo(user.email, 'review-request')).length
  const buyer = async (downloadedDaysAgo: number | null, switches: object = {}) => {
    const user = await aReader(switches)
    const { paymentId } = await owns(user, product.id, now - 20 * DAY)
    const at = now - (downloadedDaysAgo ?? 0) * DAY
    if (downloadedDaysAgo !== null)
      await logDownload({ userId: user.id, productId: product.id, releaseId: product.release.id, at })
    return { ...user, paymentId }
  }
  const [due, early, never, silent, unproved, gone] = [
    await buyer(8),
    await buyer(6),
    await buyer(null),
    await buyer(8, { promotionalEmails: false }),
    await buyer(8, { verified: false }),
    await buyer(8),
  ]
  await refunded(gone.paymentId)
  const { bindings } = withPausedQueue()
  const db = openDb(env.DB)
  for (let run = 0; run < 2; run += 1) await requestReviews(bindings, db, now)
  expect(await Promise.all([due, early, never, silent, unproved, gone].map(asked))).toEqual([
    1, 0, 0, 0, 0, 0,
  ])
  await requestReviews(bindings, db, now + 2 * DAY)
  expect(await Promise.all([due, early].map(asked))).toEqual([1, 1])
})
