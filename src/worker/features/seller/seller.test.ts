import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { SellerSetting, ShopFacts } from '#shared/seller/contract.ts'
import { openDb } from '../../db/client.ts'
import { readSeller } from '../../db/shop-settings.ts'
import { withAssets } from '../../testing/assets.ts'
import { aUser, visitor } from '../../testing/clients.ts'
import { aMailbox } from '../../testing/mailbox.ts'
import { aProduct } from '../../testing/products.ts'
import { bought } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { aSeller } from '../../testing/seller.ts'
import { unique } from '../../testing/shop.ts'
import { readSellerSetting, saveSeller } from './save-setting.ts'

const db = openDb(env.DB)
beforeAll(sandbox.calm)

const SETTING = '/api/secure-management/seller'

const shown = async () => (await visitor().get<ShopFacts>('/api/shop')).data.seller

test('no seller is invented; a saved one is public and audited, and of two changes of one revision one is refused', async () => {
  expect(await shown()).toBeNull()
  const owner = await aUser({ admin: true })
  expect((await owner.get<SellerSetting>(SETTING)).data).toEqual({
    seller: null,
    revision: 0,
    changedAt: null,
  })
  const save = (revision: number, change = {}) =>
    owner.put<SellerSetting>(SETTING, { ...aSeller, ...change, revision })
  const answers = await Promise.all([save(0), save(0, { name: 'Another Seller' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const first = await shown()
  expect(first).toEqual(answers.find(({ status }) => status === 200)?.data.seller)

  const before = Date.now()
  await new Promise((resolve) => setTimeout(resolve, 2))
  expect((await save(1, { name: '  New Seller ', vatId: '' })).data.seller).toMatchObject({
    name: 'New Seller',
    vatId: '',
  })
  expect(await readSeller(db, before), 'the seller of that time').toEqual(first)
  const { results } = await env.DB.prepare(
    "SELECT before ->> '$.name' AS was, after ->> '$.name' AS now FROM audit_log WHERE action = 'seller.change' ORDER BY id",
  ).all()
  expect(results).toEqual([
    { was: null, now: first?.name },
    { was: first?.name, now: 'New Seller' },
  ])
})

test('a seller without name, address, person or hours is refused, with the words for each field', async () => {
  const owner = await aUser({ admin: true })
  const { revision } = (await owner.get<SellerSetting>(SETTING)).data
  const { status, data } = await owner.put<{ fields: Record<string, string> }>(SETTING, {
    ...{ name: ' ', legalForm: '', address: '', person: '', supportHours: '', vatId: '' },
    revision,
  })
  expect(status).toBe(400)
  expect(data.fields).toEqual({
    name: 'Name is required',
    address: 'Address is required',
    person: 'Person is required',
    supportHours: 'Support hours are required',
  })
})

test('pages, their structured data and mails name the seller as soon as one is set', async () => {
  const page = async (path: string) => {
    const browser = visitor(withAssets({ id: unique('build') }))
    return (await browser.fetch('GET', path, { accept: 'text/html' })).text()
  }
  const { seller, revision } = await readSellerSetting(db)
  if (seller === null || seller.name !== aSeller.name)
    await saveSeller(db, { id: 1, ip: null }, { ...aSeller, revision }, Date.now())
  for (const path of ['/', '/about', '/terms', '/no-such-page'])
    expect(await page(path), path).toContain(
      'Sample Seller (Limited company), 1 Sample Street, 12345 Sampletown',
    )
  expect(await page('/about')).toContain('Monday to Friday, 9:00 to 17:00 UTC')
  expect(await page('/')).toContain('"legalName":"Sample Seller"')

  const mailbox = aMailbox()
  const user = await aUser({ bindings: mailbox.bindings })
  const product = await aProduct()
  await bought(user, product.id)
  const mail = await mailbox.mail(user.email, `Your receipt for ${product.name}`)
  const line =
    'Seller: Sample Seller (Limited company), 1 Sample Street, 12345 Sampletown, VAT ID XX123456789'
  expect(mail?.text).toContain(line)
  expect(mail?.html).toContain(line)
})

test('rows of settings are never changed or deleted', async () => {
  for (const change of ["UPDATE shop_settings SET value = '{}'", 'DELETE FROM shop_settings'])
    await expect(env.DB.prepare(change).run(), change).rejects.toThrow('append-only')
})
