import { expect, test } from 'vitest'
import { previewPath } from '#shared/catalogue/preview-path.ts'
import { withAssets } from '../../testing/assets.ts'
import { visitor } from '../../testing/clients.ts'
import { aProduct } from '../../testing/products.ts'
import { drawPreview } from './draw-preview.ts'
import { type Letters, linesOf } from './letters.ts'

/** Every small Latin letter and digit is a block of half its size. */
const blocks: Letters = {
  find: (size, character) =>
    /[a-z0-9$. -]/i.test(character)
      ? {
          advance: size / 2,
          x: 0,
          y: -size / 2,
          width: size / 2,
          height: size / 2,
          pixels: new Uint8Array((size / 2) ** 2).fill(character === ' ' ? 0 : 15),
        }
      : undefined,
}
const text = { brand: 'Windfall', slug: 'monad', name: 'Monad Farmer', price: '$49.00', term: 'one-time' }

/** The palette places of a PNG file with rows without a filter. */
async function pixelsOf(png: Uint8Array): Promise<Uint8Array> {
  const view = new DataView(png.buffer)
  expect([...png.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10])
  expect([view.getUint32(16), view.getUint32(20)]).toEqual([1200, 630])
  const start = png.findIndex((_, at) => String.fromCharCode(...png.subarray(at, at + 4)) === 'IDAT')
  const data = png.slice(start + 4, start + 4 + view.getUint32(start - 4))
  const stream = new Response(data).body?.pipeThrough(new DecompressionStream('deflate'))
  const rows = new Uint8Array(await new Response(stream).arrayBuffer())
  expect(rows.length).toBe(630 * 1201)
  return rows
}

test('a preview is a PNG picture of 1200 × 630 pixels with the name, and with the price only where there is one', async () => {
  const png = (await drawPreview(blocks, text)) ?? new Uint8Array()
  const at = (rows: Uint8Array, x: number, y: number) => rows[y * 1201 + 1 + x]
  const sold = await pixelsOf(png)
  expect([at(sold, 90, 430), at(sold, 90, 540), at(sold, 20, 600)]).toEqual([15, 15, 0])
  const unsold = await pixelsOf((await drawPreview(blocks, { ...text, price: null })) ?? new Uint8Array())
  expect([at(unsold, 90, 430), at(unsold, 90, 540)]).toEqual([15, 0])
})

test('a long name gets smaller letters, and one that the font cannot write gets no picture', async () => {
  expect(linesOf(blocks, { size: 76, text: 'a b', width: 60, most: 2 })).toEqual(['a', 'b'])
  expect(linesOf(blocks, { size: 76, text: 'abc', width: 60, most: 2 })).toBeNull()
  expect(await drawPreview(blocks, { ...text, name: 'word '.repeat(20) })).not.toBeNull()
  expect(await drawPreview(blocks, { ...text, name: 'مخطط' })).toBeNull()
})

test('the address of a preview changes with the product, and there is none of an unknown one', async () => {
  const product = { slug: 'a', updatedAt: '2026-01-01T00:00:00.000Z', fileName: 'a.zip', bundle: null }
  const later = { ...product, updatedAt: '2026-01-01T00:00:00.001Z' }
  expect(previewPath(product)).toMatch(/^\/preview\/a\.png\?v=[a-z0-9]+$/)
  expect(new Set([product, later, { ...product, fileName: null }].map(previewPath)).size).toBe(3)
  const shop = visitor(withAssets())
  expect((await shop.get('/preview/no-such-script.png')).status).toBe(404)
  const { slug } = await aProduct()
  // These bindings have no letters: then the shop's general picture is asked for, which they do not have either.
  expect((await shop.fetch('GET', `/preview/${slug}.png`)).headers.get('content-type')).toBe('image/png')
})
