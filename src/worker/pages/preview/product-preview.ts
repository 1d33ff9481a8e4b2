import type { ProductDetail } from '#shared/catalogue/contract.ts'
import { previewVersion } from '#shared/catalogue/preview-path.ts'
import { isForSale } from '#shared/catalogue/rules.ts'
import { BRAND } from '#shared/core/brand.ts'
import { formatUsd } from '#shared/core/money.ts'
import { SHOWN_ELSEWHERE } from '#shared/core/security-headers.ts'
import { PAGE_READS } from '#shared/pages/page-reads.ts'
import { logError } from '../../core/log-error.ts'
import { configOf } from '../../providers/config.ts'
import type { Env } from '../../providers/env.ts'
import { readPageData } from '../page-data.ts'
import { drawPreview } from './draw-preview.ts'
import { readLetters } from './letters.ts'

const ONE_YEAR = 'public, max-age=31536000, immutable'
const SHORT = 'public, max-age=300'

/**
 * The picture of a product in link previews, with its name and price. The address has the product's version, so that an
 * old picture is never shown beside a new price. It is drawn once for each version and kept in Cloudflare's cache. Where
 * it cannot be drawn, the shop's general picture is sent.
 */
export async function productPreview(
  slug: string,
  wanted: string | null,
  env: Env,
  ctx: ExecutionContext,
): Promise<Response> {
  const { publicUrl } = configOf(env)
  const { key, path } = PAGE_READS.product
  const read = { key: key.map((one) => one.replace(':slug', slug)), path: path.replace(':slug', slug) }
  const { data } = await readPageData([read], env, ctx)
  const product = data[0]?.[1] as ProductDetail | undefined
  if (!product) return new Response('Not found', { status: 404 })
  const version = previewVersion(product)
  const name = new URL(`/.preview/${slug}/${version}`, publicUrl)
  const kept = await caches.default.match(name)
  const picture = kept ?? (await draw(product, env, publicUrl))
  if (!picture) {
    const general = await env.ASSETS.fetch(new URL('/link-preview.png', publicUrl))
    return new Response(general.body, { status: general.status, headers: headersOf(SHORT) })
  }
  if (!kept) ctx.waitUntil(caches.default.put(name, picture.clone()))
  return new Response(picture.body, { headers: headersOf(wanted === version ? ONE_YEAR : SHORT) })
}

const headersOf = (caching: string) => ({
  'content-type': 'image/png',
  'cache-control': caching,
  'cross-origin-resource-policy': SHOWN_ELSEWHERE,
})

async function draw(product: ProductDetail, env: Env, origin: string): Promise<Response | null> {
  const { slug, name, price, isSubscription } = product
  const sold = isForSale(product)
  const term = isSubscription ? 'per month' : 'one-time'
  try {
    const letters = await readLetters(env, origin)
    const text = { brand: BRAND, slug, name, price: sold ? formatUsd(price) : null, term }
    const png = await drawPreview(letters, text)
    return png && new Response(png as BodyInit, { headers: headersOf(ONE_YEAR) })
  } catch (error) {
    logError('preview', { slug, error })
    return null
  }
}
