import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { withAssets } from '../testing/assets.ts'
import { visitor } from '../testing/clients.ts'
import { aProduct } from '../testing/products.ts'
import { SHOP } from '../testing/shop.ts'

test('the sitemap lists public pages and sold products with their last change, and no page of a deleted product, of one without a file, or of an account', async () => {
  const sold = await aProduct()
  const gone = await aProduct({ isDeleted: true })
  const empty = await aProduct({ release: { publishedAt: null } })
  const { text, headers } = await visitor(withAssets()).get('/sitemap.xml')
  expect(headers.get('content-type')).toContain('application/xml')
  expect(text).toMatch(new RegExp(`<loc>${SHOP}/products/${sold.slug}</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT`))
  expect(text).toContain(`<loc>${SHOP}/pricing</loc>`)
  expect(text).not.toContain(gone.slug)
  expect(text).not.toContain(empty.slug)
  expect(text).not.toMatch(/auth|dashboard|checkout/)
})

test('the sitemap answers 503 with Retry-After while products cannot be read', async () => {
  const DB = new Proxy(env.DB, {
    get: () => () => {
      throw new Error('D1 is down')
    },
  })
  const { status, headers } = await visitor(withAssets({}, { DB })).get('/sitemap.xml')
  expect(status).toBe(503)
  expect(headers.get('retry-after')).not.toBeNull()
})

test('robots.txt contains the sitemap’s URL', async () => {
  const { status, text } = await visitor(withAssets()).get('/robots.txt')
  expect(status).toBe(200)
  expect(text).toContain(`Sitemap: ${SHOP}/sitemap.xml`)
})
