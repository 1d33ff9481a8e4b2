import { expect, test, vi } from 'vitest'
import type { ProductDetail } from '#shared/catalogue/contract.ts'
import { withAssets } from '../../testing/assets.ts'
import { withDeployedLimits } from '../../testing/catalogue/limits.ts'
import { aUser, type Client, visitor } from '../../testing/clients.ts'
import { stopClock } from '../../testing/clock.ts'
import { aProduct } from '../../testing/products.ts'
import { watched } from '../../testing/watched.ts'

/** An isolate is a memory of its own, and so is a binding. */
const isolate = () => withAssets({}, { DB: watched().bindings.DB })

test('an admin’s change is in that admin’s next pages from every isolate, and in everybody’s after two seconds', async () => {
  const [one, two] = [isolate(), isolate()]
  const product = await aProduct({ priceCents: 1000 })
  const admin = await aUser({ admin: true, bindings: one })
  const price = async (reader: Client) =>
    (await reader.get<ProductDetail>(`/api/products/${product.slug}`)).data.price
  const page = async (reader: Client) => {
    const response = await reader.fetch('GET', `/products/${product.slug}`, { accept: 'text/html' })
    return /\$(?:10\.00|25\.00)/.exec(await response.text())?.[0]
  }
  for (const bindings of [one, two]) {
    expect(await price(visitor(bindings))).toBe(10)
    expect(await page(visitor(bindings))).toBe('$10.00')
  }
  const began = Date.now()
  stopClock(began)
  // The copies are as old as the clock now says.
  for (const bindings of [one, two]) await price(visitor(bindings))

  await withDeployedLimits(async () => {
    const type = { 'content-type': 'application/json' }
    const path = `/api/secure-management/products/${product.id}`
    const changed = await admin.fetch('PATCH', path, type, JSON.stringify({ price: 25 }))
    expect(changed.status).toBe(200)
    expect(changed.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^catalogue=\d{13}; Max-Age=10; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(await price(visitor(two)), 'another reader, another isolate').toBe(10)
    expect(await page(visitor(two))).toBe('$10.00')
    expect(await price(visitor(one)), 'the isolate of the change').toBe(25)
    const elsewhere = admin.again(two)
    expect([await page(elsewhere), await price(elsewhere)]).toEqual(['$25.00', 25])
  })
})

test('another isolate shows a change two seconds after it last asked', async () => {
  const bindings = isolate()
  const product = await aProduct({ priceCents: 1000 })
  const read = async () =>
    (await visitor(bindings).get<ProductDetail>(`/api/products/${product.id}`)).data.price
  const began = Date.now()
  stopClock(began)
  await read()
  const admin = await aUser({ admin: true })
  const path = `/api/secure-management/products/${product.id}`
  const type = { 'content-type': 'application/json' }
  await withDeployedLimits(async () => {
    expect((await admin.fetch('PATCH', path, type, JSON.stringify({ price: 25 }))).status).toBe(200)
    vi.setSystemTime(began + 999)
    expect(await read()).toBe(10)
    vi.setSystemTime(began + 2000)
    expect(await read()).toBe(25)
  })
})
