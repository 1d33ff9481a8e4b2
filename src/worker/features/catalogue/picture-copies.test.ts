import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Product } from '#shared/catalogue/contract.ts'
import { aUser, type SignedIn, visitor } from '../../testing/clients.ts'
import { unique } from '../../testing/shop.ts'
import { aPng, callAs, PRODUCTS, sendImage } from '../../testing/uploads.ts'

const SOURCE = 'https://pictures.test/a.png'
const OURS = /^\/api\/products\/\d+\/image\/[0-9a-f]{32}\.png$/

let admin: SignedIn
beforeEach(async () => {
  admin = await aUser({ admin: true })
})

const form = (change = {}) => ({
  name: unique('Pictured'),
  description: 'Text',
  price: 5,
  features: ['One'],
  ...change,
})
const create = (change = {}) => callAs(admin, 'POST', PRODUCTS, form(change))
const patch = (id: number, change: object) => callAs(admin, 'PATCH', `${PRODUCTS}/${id}`, change)
const shownOf = async (id: number) => (await visitor().get<Product>(`/api/products/${id}`)).data.imageUrl
const objectsOf = async (id: number) => (await env.FILES.list({ prefix: `images/${id}/` })).objects

describe('a product with the address of a picture', () => {
  test('gets a copy in our store, served at an address of ours that never changes', async () => {
    const { status, data } = await create({ imageUrl: SOURCE })
    expect([status, data.imageAddress, data.hasImage]).toEqual([201, SOURCE, true])
    expect(data.imageUrl).toMatch(OURS)
    const picture = await visitor().fetch('GET', data.imageUrl ?? '')
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(picture.headers.get('cache-control')).toContain('immutable')
    expect((await picture.bytes()).subarray(1, 4)).toEqual(new TextEncoder().encode('PNG'))
  })

  test('keeps its copy while the address stays, and gets another with another address', async () => {
    const { data } = await create({ imageUrl: SOURCE })
    expect((await patch(data.id, { imageUrl: SOURCE, name: unique('Renamed') })).data.imageUrl).toBe(
      data.imageUrl,
    )
    const other = await patch(data.id, { imageUrl: 'https://pictures.test/b.png' })
    expect(other.data.imageUrl).toMatch(OURS)
    expect(other.data.imageUrl).not.toBe(data.imageUrl)
    expect(await objectsOf(data.id)).toHaveLength(1)
    expect((await visitor().get(data.imageUrl ?? '')).status).toBe(404)
  })

  test('loses the copy when the address is removed, and keeps an uploaded picture', async () => {
    const { data } = await create({ imageUrl: SOURCE })
    const cleared = await patch(data.id, { imageUrl: '' })
    expect([cleared.data.imageUrl, cleared.data.imageAddress]).toEqual([null, null])
    expect(await objectsOf(data.id)).toEqual([])
    await sendImage(admin, data.id, aPng())
    expect((await patch(data.id, { imageUrl: '', name: unique('Kept') })).data.hasImage).toBe(true)
  })

  test('has no address any more after a picture was uploaded or the image was removed', async () => {
    const { data } = await create({ imageUrl: SOURCE })
    expect((await sendImage(admin, data.id, aPng())).data.imageAddress).toBeNull()
    await patch(data.id, { imageUrl: SOURCE })
    const removed = await callAs(admin, 'DELETE', `${PRODUCTS}/${data.id}/image`)
    expect([removed.data.imageAddress, removed.data.imageUrl]).toEqual([null, null])
  })

  test('that was saved before copies existed shows no picture, until its form is saved', async () => {
    const { data } = await create()
    await env.DB.prepare('UPDATE scripts SET image_url = ? WHERE id = ?').bind(SOURCE, data.id).run()
    expect(await shownOf(data.id)).toBeNull()
    expect((await patch(data.id, { price: 6 })).data.imageUrl).toBeNull()
    expect((await patch(data.id, { imageUrl: SOURCE })).data.imageUrl).toMatch(OURS)
  })
})

describe('a picture that cannot be copied', () => {
  test.each([
    ['https://pictures.test/missing.png', 'This address did not return an image (status 404)'],
    ['https://169.254.169.254/a.png', 'Use an https:// address of a public website'],
    ['https://localhost/a.png', 'Use an https:// address of a public website'],
  ])('from %s is an error at its field, and nothing is created or changed', async (imageUrl, reason) => {
    const name = unique('Unmade')
    const refused = await create({ name, imageUrl })
    expect([refused.status, refused.message, refused.data]).toEqual([
      422,
      reason,
      { fields: { imageUrl: reason } },
    ])
    const { data } = await create({ imageUrl: SOURCE })
    const unchanged = await patch(data.id, { name, imageUrl })
    expect([unchanged.status, unchanged.data]).toEqual([422, { fields: { imageUrl: reason } }])
    const named = await env.DB.prepare('SELECT id FROM scripts WHERE name = ?').bind(name).all()
    expect(named.results).toEqual([])
    expect(await shownOf(data.id)).toBe(data.imageUrl)
  })

  test('because the store is down leaves a new product without a picture, and says so', async () => {
    const FILES = new Proxy(env.FILES, {
      get: (target, name) =>
        name === 'put'
          ? () => Promise.reject(new Error('R2 is down'))
          : Reflect.get(target, name).bind(target),
    })
    const broken = admin.again({ ...env, FILES })
    const made = await callAs(broken, 'POST', PRODUCTS, form({ imageUrl: SOURCE }))
    expect([made.status, made.data.imageUrl, made.data.imageAddress]).toEqual([201, null, null])
    expect(made.message).toContain('save its address again')
    const { data } = await create()
    expect((await callAs(broken, 'PATCH', `${PRODUCTS}/${data.id}`, { imageUrl: SOURCE })).status).toBe(503)
  })

  test('for the 31st time in a row is refused before the other site is asked', async () => {
    const imageUrl = 'https://pictures.test/missing.png'
    const statuses = []
    for (let time = 0; time < 31; time += 1) statuses.push((await create({ imageUrl })).status)
    expect(statuses.indexOf(429)).toBe(30)
  })
})
