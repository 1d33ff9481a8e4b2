import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { MyProduct } from '#shared/access/contract.ts'
import type { ContractView } from '#shared/contracts/contract.ts'
import { DAY } from '#shared/core/time.ts'
import type { OrderInvoices } from '#shared/invoices/contract.ts'
import { PRESENT_CONSENT } from '#shared/payments/consent-rules.ts'
import type { GuestOrderView, OrderView } from '#shared/payments/contract.ts'
import { commit, openDb } from '../../../db/client.ts'
import { charge, takingAt } from '../../../testing/charges.ts'
import { aUser, confirmAddress, type SignedIn, visitor } from '../../../testing/clients.ts'
import { aCoupon } from '../../../testing/coupons.ts'
import { aBundle, aProduct, aRelease } from '../../../testing/products.ts'
import { booksOf, bought, buy, deliver, happens, intentOf, moneyOf } from '../../../testing/purchases.ts'
import { mailsQueuedTo } from '../../../testing/readers.ts'
import { reconcile } from '../../../testing/reconciling.ts'
import { sandbox } from '../../../testing/sandbox.ts'
import { depsOf, unique } from '../../../testing/shop.ts'
import { attachGuestPurchases } from '../guests/attach-guest-purchases.ts'
import { repairPurchase } from './repair-purchase.ts'
import { sweepUndelivered } from './sweep-undelivered.ts'

beforeEach(sandbox.calm)

type Made = Awaited<ReturnType<typeof aProduct>>

async function aBundleOf(count: number, input: Parameters<typeof aBundle>[1] = {}) {
  const products: Made[] = []
  for (let n = 0; n < count; n += 1) products.push(await aProduct())
  const bundle = await aBundle(products, input)
  return { bundle, products: products as [Made, Made, ...Made[]] }
}

/** The HTTP status of the download of each product. */
const downloads = (user: SignedIn, products: readonly { id: number }[]) =>
  Promise.all(products.map(async ({ id }) => (await user.get(`/api/download/file/${id}`)).status))

const grantedIds = async (paymentId: number) =>
  (await booksOf(paymentId)).grants.map(({ script_id }) => script_id).toSorted((a, b) => a - b)

const idsOf = (products: readonly { id: number }[]) => products.map(({ id }) => id)

const order = (user: SignedIn, productId: number, more: Record<string, unknown> = {}) =>
  user.post<{ id: number; url: string; code?: string }>('/api/payment/create', {
    productId,
    purchaseType: 'one-time',
    provider: 'stripe',
    email: user.email,
    clientPaymentId: unique('visit'),
    ...more,
  })

const mine = async (user: SignedIn) => (await user.get<MyProduct[]>('/api/my-products')).data

const setContents = (bundleId: number, ids: number[]) =>
  env.DB.prepare('UPDATE scripts SET bundled_ids = ? WHERE id = ?').bind(JSON.stringify(ids), bundleId).run()

describe('a bundle that is paid', () => {
  // invariant: bundle-grants-once
  test('grants each of its products once, with a licence each, however often the event arrives', async () => {
    const user = await aUser()
    const { bundle, products } = await aBundleOf(3)
    const { paymentId, events } = await bought(user, bundle.id)
    for (const { id } of events) await deliver(await sandbox.signed(id))
    expect(await grantedIds(paymentId)).toEqual(idsOf(products))
    expect(await downloads(user, products)).toEqual([200, 200, 200])
    const licences = await env.DB.prepare(
      'SELECT l.licence_key FROM licences l JOIN user_scripts g ON g.id = l.grant_id WHERE g.payment_id = ?',
    )
      .bind(paymentId)
      .all<{ licence_key: string }>()
    expect(new Set(licences.results.map(({ licence_key }) => licence_key)).size).toBe(3)
    expect(await moneyOf(paymentId)).toMatchObject({ status: 'completed', sum: bundle.priceCents })
    expect((await user.get(`/api/download/file/${bundle.id}`)).status).toBe(403)
  })

  test('is in the library as its products, from the bundle and with its order', async () => {
    const user = await aUser()
    const { bundle, products } = await aBundleOf(2)
    const { paymentId } = await bought(user, bundle.id)
    const reference = (await booksOf(paymentId)).payment?.order_reference
    expect(
      (await mine(user)).map(({ id, access, orderReference }) => [id, access.bundle, orderReference]),
    ).toEqual(products.map(({ id }) => [id, bundle.name, reference]))
  })

  test('is one line of the receipt, the invoice and the order, each with the names of its products', async () => {
    const user = await aUser()
    const { bundle, products } = await aBundleOf(2)
    const { paymentId } = await bought(user, bundle.id)
    const names = products.map(({ name }) => name)
    const [receipt] = await mailsQueuedTo(user.email, 'receipt')
    const data = JSON.parse(receipt?.data ?? '{}')
    expect(data).toMatchObject({ productName: bundle.name, file: null })
    expect(data.bundle).toMatchObject(
      products.map(({ id, name, release }) => ({
        productId: id,
        productName: name,
        file: { version: '1.0', sha256: release.sha256 },
        licenceKey: expect.stringMatching(/^WF-/),
      })),
    )
    const reference = (await booksOf(paymentId)).payment?.order_reference
    const invoices = await user.get<OrderInvoices>(`/api/orders/${reference}/invoices`)
    expect(invoices.data.documents).toMatchObject([
      { product: bundle.name, contents: names, amount: bundle.priceCents / 100 },
    ])
    const view = (await user.get<OrderView>(`/api/payment/${paymentId}`)).data
    expect(view.file).toBeNull()
    expect(view.bundle?.map(({ name, file }) => [name, file?.sha256])).toEqual(
      products.map(({ name, release }) => [name, release.sha256]),
    )
    const admin = await aUser({ admin: true })
    const detail = await admin.get<{ contents: { name: string; access: string }[] }>(
      `/api/secure-management/payments/${paymentId}`,
    )
    expect(detail.data.contents.map(({ name, access }) => [name, access])).toEqual(
      names.map((name) => [name, 'active']),
    )
  })

  test('in crypto, and with a coupon that makes it free, grants the same', async () => {
    const { bundle, products } = await aBundleOf(2)
    const payer = await aUser({ bindings: takingAt('coinbase') })
    const { paymentId, checkoutId } = await charge(payer, bundle.id)
    await happens(() => sandbox.cryptoPay(checkoutId))
    expect(await grantedIds(paymentId)).toEqual(idsOf(products))
    const winner = await aUser()
    await confirmAddress(winner)
    const { id: couponId } = await aCoupon({ discountType: 'free_product', discountValue: 100 })
    const free = await order(winner, bundle.id, { couponId, finalAmount: 0 })
    expect(free.status, free.text).toBe(201)
    expect(await grantedIds(free.data.id)).toEqual(idsOf(products))
  })

  test('and then loses a grant, gets it again by the repair of its payment', async () => {
    const user = await aUser()
    const { bundle, products } = await aBundleOf(2)
    const { paymentId } = await bought(user, bundle.id)
    await env.DB.prepare(
      'DELETE FROM licences WHERE grant_id IN (SELECT id FROM user_scripts WHERE payment_id = ?1 AND script_id = ?2)',
    )
      .bind(paymentId, products[1].id)
      .run()
    await env.DB.prepare('DELETE FROM user_scripts WHERE payment_id = ? AND script_id = ?')
      .bind(paymentId, products[1].id)
      .run()
    await reconcile(Date.now() - DAY)
    const finding = await env.DB.prepare('SELECT kind FROM reconciliation_findings WHERE subject = ?')
      .bind(`payment:${paymentId}`)
      .first()
    expect(finding).toEqual({ kind: 'paid-no-access' })
    const deps = depsOf()
    await commit(deps.db, await repairPurchase(deps, paymentId, Date.now()))
    expect(await grantedIds(paymentId)).toEqual(idsOf(products))
    expect(await downloads(user, products)).toEqual([200, 200])
  })
})

describe('the end of a bundle’s payment', () => {
  test.each([
    ['refund', (intent: string) => sandbox.refund(intent)],
    ['dispute', (intent: string) => sandbox.dispute(intent)],
  ] as const)('by a %s ends what came from it, and keeps what was bought separately', async (_, end) => {
    const user = await aUser()
    const { bundle, products } = await aBundleOf(3)
    await bought(user, products[0].id)
    const { paymentId } = await bought(user, bundle.id)
    await happens(async () => end(await intentOf(paymentId)))
    expect((await booksOf(paymentId)).grants.map(({ is_active }) => is_active)).toEqual([0, 0, 0])
    expect(await downloads(user, products)).toEqual([200, 403, 403])
    expect((await mine(user)).map(({ id, access }) => [id, access.bundle])).toEqual([[products[0].id, null]])
    const active = await env.DB.prepare(
      `SELECT count(*) AS n FROM licences l JOIN user_scripts g ON g.id = l.grant_id
       WHERE g.payment_id = ? AND l.revoked_at IS NULL`,
    )
      .bind(paymentId)
      .first()
    expect(active).toEqual({ n: 0 })
  })

  test('a dispute that is won restores every product', async () => {
    const user = await aUser()
    const { bundle, products } = await aBundleOf(2)
    const { paymentId } = await bought(user, bundle.id)
    const intent = await intentOf(paymentId)
    let dispute = ''
    await happens(async () => {
      dispute = await sandbox.dispute(intent)
    })
    expect(await downloads(user, products)).toEqual([403, 403])
    await happens(() => sandbox.endDispute(dispute, 'won'))
    expect(await downloads(user, products)).toEqual([200, 200])
  })

  test('by a withdrawal is possible until one of its products was downloaded, where the file was wanted at once', async () => {
    const user = await aUser()
    const { bundle, products } = await aBundleOf(2)
    const created = await order(user, bundle.id, { deliveryConsent: PRESENT_CONSENT })
    await happens(() => sandbox.pay(created.data.url.split('/').at(-1) ?? ''))
    const verdict = async () => (await user.get<ContractView[]>('/api/contracts')).data[0]?.verdict
    expect(await verdict()).toBe('open')
    await user.get(`/api/download/file/${products[1].id}`)
    expect(await verdict()).toBe('download-began')
  })
})

describe('what an order grants', () => {
  // invariant: bundle-contents-kept
  test('is what the bundle contained when the order began, also where the bundle changes before and after the payment', async () => {
    const user = await aUser()
    const { bundle, products } = await aBundleOf(2)
    const later = await aProduct()
    const opened = await buy(user, bundle.id)
    await setContents(bundle.id, [products[0].id, later.id])
    await happens(() => sandbox.pay(opened.checkoutId))
    expect(await grantedIds(opened.paymentId)).toEqual(idsOf(products))
    await setContents(bundle.id, [later.id, products[0].id])
    expect(await downloads(user, [...products, later])).toEqual([200, 200, 403])
    await expect(
      env.DB.prepare('UPDATE payments SET bundled_ids = ? WHERE id = ?').bind('[1]', opened.paymentId).run(),
    ).rejects.toThrow('stays as it was')
  })

  test('stays where the bundle is deleted after the payment', async () => {
    const user = await aUser()
    const { bundle, products } = await aBundleOf(2)
    await bought(user, bundle.id)
    await env.DB.prepare('UPDATE scripts SET is_deleted = 1 WHERE id = ?').bind(bundle.id).run()
    expect(await downloads(user, products)).toEqual([200, 200])
    expect((await mine(user)).map(({ access }) => access.bundle)).toEqual([bundle.name, bundle.name])
  })

  test('is granted and left to a person where the bundle was deleted while its page was open', async () => {
    const user = await aUser()
    const { bundle, products } = await aBundleOf(2)
    const opened = await buy(user, bundle.id)
    await env.DB.prepare('UPDATE scripts SET is_deleted = 1 WHERE id = ?').bind(bundle.id).run()
    await happens(() => sandbox.pay(opened.checkoutId))
    expect(await grantedIds(opened.paymentId)).toEqual(idsOf(products))
    expect((await booksOf(opened.paymentId)).alerts).toHaveLength(1)
  })

  test('waits for a file that was withdrawn before the payment, and is mailed once there is one', async () => {
    const user = await aUser()
    const { bundle, products } = await aBundleOf(2)
    const opened = await buy(user, bundle.id)
    await env.DB.prepare('UPDATE script_releases SET yanked_at = ? WHERE id = ?')
      .bind(Date.now(), products[1].release.id)
      .run()
    await happens(() => sandbox.pay(opened.checkoutId))
    expect(await grantedIds(opened.paymentId)).toEqual(idsOf(products))
    expect((await user.get<OrderView>(`/api/payment/${opened.paymentId}`)).data).toMatchObject({
      awaitsFile: true,
      bundle: [{ file: { version: '1.0' } }, { file: null }],
    })
    await sweepUndelivered(env, openDb(env.DB), Date.now())
    expect(await mailsQueuedTo(user.email, 'file-ready')).toHaveLength(0)
    await aRelease(products[1].id, { version: '2.0' })
    await sweepUndelivered(env, openDb(env.DB), Date.now())
    const [mail] = await mailsQueuedTo(user.email, 'file-ready')
    expect(JSON.parse(mail?.data ?? '{}').bundle).toMatchObject([
      { productId: products[0].id, file: { version: '1.0' } },
      { productId: products[1].id, file: { version: '2.0' } },
    ])
  })
})

describe('the checkout of a bundle', () => {
  test('is refused where any of its products is not for sale', async () => {
    const user = await aUser()
    const { bundle, products } = await aBundleOf(2)
    await env.DB.prepare('UPDATE scripts SET is_deleted = 1 WHERE id = ?').bind(products[1].id).run()
    const refused = await order(user, bundle.id)
    expect([refused.status, refused.message]).toEqual([422, expect.stringContaining(products[1].name)])
  })

  test('is refused where the buyer was shown other products', async () => {
    const user = await aUser()
    const { bundle, products } = await aBundleOf(2)
    const refused = await order(user, bundle.id, { bundledIds: [products[0].id, 999_999] })
    expect([refused.status, refused.data.code]).toEqual([409, 'contents-changed'])
    expect((await order(user, bundle.id, { bundledIds: idsOf(products) })).status).toBe(201)
  })

  test('sells it at its price to the owner of some of its products, and refuses the owner of all', async () => {
    const user = await aUser()
    const { bundle, products } = await aBundleOf(2)
    await bought(user, products[0].id)
    const { paymentId } = await bought(user, bundle.id)
    expect(await moneyOf(paymentId)).toMatchObject({ paid: bundle.priceCents, status: 'completed' })
    const again = await order(user, bundle.id)
    expect([again.status, again.data.code]).toEqual([409, 'owned'])
    const single = await order(user, products[1].id)
    expect([single.status, single.data.code]).toEqual([409, 'owned'])
  })

  test('closes the open checkout of a product in it, and the reverse', async () => {
    const user = await aUser()
    const { bundle, products } = await aBundleOf(2)
    const statusOf = async (id: number) => (await booksOf(id)).payment?.status
    const single = await buy(user, products[0].id)
    const whole = await buy(user, bundle.id)
    expect([await statusOf(single.paymentId), await statusOf(whole.paymentId)]).toEqual([
      'expired',
      'pending',
    ])
    const back = await buy(user, products[0].id)
    expect([await statusOf(whole.paymentId), await statusOf(back.paymentId)]).toEqual(['expired', 'pending'])
  })

  // invariant: second-payment-refunded
  test('refunds a second payment of an owner of all its products, and grants nothing for it', async () => {
    const user = await aUser()
    const { bundle, products } = await aBundleOf(2)
    const other = await aBundle(products)
    const late = await buy(user, other.id)
    // Paid at a page that stayed open, because its order was taken for another one.
    await env.DB.prepare('UPDATE payments SET user_id = NULL WHERE id = ?').bind(late.paymentId).run()
    await bought(user, bundle.id)
    await env.DB.prepare('UPDATE payments SET user_id = ? WHERE id = ?').bind(user.id, late.paymentId).run()
    await happens(() => sandbox.pay(late.checkoutId))
    expect((await booksOf(late.paymentId)).grants).toEqual([])
    expect(await moneyOf(late.paymentId)).toMatchObject({ status: 'refunded', sum: 0 })
  })
})

describe('a bundle that a guest buys', () => {
  test('opens each file on the page of the order, and is attached with its products to the account', async () => {
    const browser = visitor()
    const user = await aUser()
    const { email } = user
    const { bundle, products } = await aBundleOf(2)
    const created = await browser.post<{ url: string }>('/api/payment/guest', {
      productId: bundle.id,
      method: 'card',
      email,
      clientPaymentId: unique('visit'),
    })
    const checkoutId = created.data.url.split('/').at(-1) ?? ''
    await happens(() => sandbox.pay(checkoutId))
    const seen = (await browser.get<GuestOrderView>(`/api/payment/guest/${checkoutId}`)).data
    expect(seen.bundle?.map(({ id, file }) => [id, file?.version])).toEqual(
      products.map(({ id }) => [id, '1.0']),
    )
    for (const { id } of products) {
      const opened = await browser.post<{ url: string }>(
        `/api/payment/guest/${checkoutId}/download?productId=${id}`,
      )
      expect(opened.status, opened.text).toBe(200)
      expect((await browser.fetch('GET', opened.data.url)).status).toBe(200)
    }
    const { id: stranger } = await aProduct()
    const foreign = await browser.post(`/api/payment/guest/${checkoutId}/download?productId=${stranger}`)
    expect(foreign.status).toBe(403)

    const deps = depsOf()
    await confirmAddress(user)
    const owner = { userId: user.id, emailKey: email }
    await commit(deps.db, await attachGuestPurchases(deps, owner, Date.now()))
    expect((await mine(user)).map(({ id }) => id)).toEqual(idsOf(products))
  })
})
