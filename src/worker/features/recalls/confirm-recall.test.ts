import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#shared/core/time.ts'
import type { RecallNotice } from '#shared/recalls/contract.ts'
import { MAX_SHOWN_RECALLS } from '#shared/recalls/terms.ts'
import { aUser, type SignedIn } from '../../testing/clients.ts'
import { aProduct, aRelease, type MadeProduct, type MadeRelease } from '../../testing/products.ts'
import { aGuest, type Log, logDownload, logDownloads, owns, recalled } from '../../testing/readers.ts'
import { noScans, planOf, rowsReadBy, watched } from '../../testing/watched.ts'

let product: MadeProduct
let bad: MadeRelease

beforeAll(async () => {
  await env.DB.prepare('UPDATE email_deliveries SET next_attempt_at = NULL').run()
})
beforeEach(async () => {
  product = await aProduct()
  bad = product.release
})

const downloaded = (log: Log) => logDownload({ productId: product.id, releaseId: bad.id, ...log })
const shownTo = async (user: SignedIn) => (await user.get<RecallNotice[]>('/api/recalls')).data
const confirm = async (user: SignedIn, id = bad.id) => (await user.post(`/api/recalls/${id}/seen`)).status
const receiptsOf = (user: SignedIn) =>
  env.DB.prepare('SELECT release_id, seen_at FROM recall_receipts WHERE user_id = ?')
    .bind(user.id)
    .all<{ release_id: number; seen_at: number }>()
    .then(({ results }) => results)

describe('the recall of a release', () => {
  test('is shown to an account that downloaded its file, until the account confirms it; the first time stays', async () => {
    const user = await aUser()
    await downloaded({ userId: user.id })
    expect(await shownTo(user)).toEqual([])
    await recalled(bad.id)
    expect(await shownTo(user)).toEqual([
      {
        releaseId: bad.id,
        productName: product.name,
        slug: product.slug,
        version: '1.0',
        reason: 'It signs twice',
        advice: 'Revoke its approvals',
        recalledAt: expect.any(String),
      },
    ])
    expect(await confirm(user)).toBe(200)
    expect(await shownTo(user)).toEqual([])
    await env.DB.prepare('UPDATE recall_receipts SET seen_at = 5 WHERE user_id = ?').bind(user.id).run()
    expect(await confirm(user)).toBe(200)
    expect(await receiptsOf(user)).toEqual([{ release_id: bad.id, seen_at: 5 }])
  })

  test('is shown to an account whose purchase’s link was used without a session', async () => {
    const user = await aUser()
    const { paymentId } = await owns(user, product.id)
    await downloaded({ paymentId })
    await recalled(bad.id)
    expect(await shownTo(user)).toHaveLength(1)
    expect(await confirm(user)).toBe(200)
    expect(await shownTo(user)).toEqual([])
  })

  test('is not shown to anyone else, who cannot confirm it', async () => {
    const [owner, other] = [await aUser(), await aUser()]
    await owns(owner, product.id)
    await downloaded({ paymentId: await aGuest(product.id, 'guest@mail.test') })
    const good = await aRelease(product.id, { version: '1.1' })
    await downloaded({ userId: other.id, releaseId: good.id })
    await recalled(bad.id)
    for (const user of [owner, other]) {
      expect(await shownTo(user)).toEqual([])
      expect(await confirm(user)).toBe(404)
      expect(await receiptsOf(user)).toEqual([])
    }
  })

  test('can be confirmed only where the release was recalled, not only withdrawn', async () => {
    const user = await aUser()
    await downloaded({ userId: user.id })
    await env.DB.prepare("UPDATE script_releases SET yanked_at = 1, yank_reason = 'Slow' WHERE id = ?")
      .bind(bad.id)
      .run()
    expect(await shownTo(user)).toEqual([])
    expect([await confirm(user), await confirm(user, 987_654)]).toEqual([404, 404])
  })

  test('is shown for each version of the file, the latest recall first, and without an address where its product was deleted', async () => {
    const user = await aUser()
    const gone = await aProduct({ isDeleted: true })
    await downloaded({ userId: user.id })
    await downloaded({ userId: user.id, productId: gone.id, releaseId: gone.release.id })
    await recalled(bad.id, Date.now() - DAY)
    await recalled(gone.release.id)
    const shown = await shownTo(user)
    expect(shown.map(({ releaseId, slug }) => [releaseId, slug])).toEqual([
      [gone.release.id, null],
      [bad.id, product.slug],
    ])
  })

  test('is shown with a limited number of others; the next follow as these are confirmed', async () => {
    const user = await aUser()
    for (let more = 0; more <= MAX_SHOWN_RECALLS; more++) {
      const release = await aRelease(product.id, { version: `2.${more}` })
      await downloaded({ userId: user.id, releaseId: release.id })
      await recalled(release.id, more + 1)
    }
    const shown = await shownTo(user)
    expect(shown).toHaveLength(MAX_SHOWN_RECALLS)
    expect(await confirm(user, shown[0]?.releaseId)).toBe(200)
    expect((await shownTo(user)).at(-1)?.version).toBe('2.0')
  })

  test('is found from the recalled releases by the viewer’s own downloads of its time, and confirmed in one round trip', async () => {
    const watch = watched()
    const user = await aUser({ bindings: watch.bindings })
    const { paymentId } = await owns(user, product.id)
    const good = await aRelease(product.id, { version: '1.1' })
    const before = { productId: product.id, releaseId: good.id, at: Date.now() - 20 * DAY }
    await logDownloads({ ...before, userId: user.id }, 1000)
    await logDownloads({ ...before, paymentId }, 1000)
    await downloaded({ userId: user.id })
    const read = async () => {
      watch.trips = 0
      watch.statements.length = 0
      const shown = await shownTo(user)
      // The session and the list in one.
      expect(watch.trips).toBe(1)
      await noScans(watch.statements)
      const list = watch.statements.find(({ sql }) => sql.includes('recall_receipts'))
      if (!list) throw new Error('The list was not read')
      return { shown: shown.length, list }
    }
    await env.DB.prepare('UPDATE script_releases SET recall_advice = NULL').run()
    expect(await rowsReadBy((await read()).list)).toBeLessThan(5)
    await recalled(bad.id)
    const { shown, list } = await read()
    expect(shown).toBe(1)
    expect(await rowsReadBy(list)).toBeLessThan(50)
    const plan = (await planOf(list)).join('\n')
    expect(plan).toContain('SCAN script_releases USING INDEX script_releases_recalled')
    expect(plan).toContain('d USING INDEX downloads_user (user_id=? AND created_at>? AND created_at<?)')
    expect(plan).toContain('d USING INDEX downloads_payment (payment_id=? AND created_at>? AND created_at<?)')
    watch.trips = 0
    watch.statements.length = 0
    expect(await confirm(user)).toBe(200)
    expect(watch.trips).toBe(2)
    await noScans(watch.statements)
    const insert = watch.statements.find(({ sql }) => /^insert/i.test(sql))
    expect((await planOf(insert ?? list)).join('\n')).toContain(
      'd USING INDEX downloads_user (user_id=? AND created_at>? AND created_at<?)',
    )
  })
})
