import type { Product } from '#shared/catalogue/contract.ts'
import { isForSale } from '#shared/catalogue/rules.ts'
import { escapeMarkup } from '#shared/core/escape-markup.ts'
import { PAGE_READS } from '#shared/pages/page-reads.ts'
import { configOf } from '../providers/config.ts'
import type { Env } from '../providers/env.ts'
import { readPageData } from './page-data.ts'
import { listedPaths } from './public-pages.ts'

/** Allows crawlers all pages, also private ones: a crawler must fetch a private page to see its "noindex". */
export function robots(env: Env): Response {
  const { publicUrl } = configOf(env)
  return text('text/plain', `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`)
}

/** All pages for search engines. Where products cannot be read the answer is 503, and crawlers try again. */
export async function sitemap(env: Env, ctx: ExecutionContext): Promise<Response> {
  const { publicUrl } = configOf(env)
  const { data, complete } = await readPageData([PAGE_READS.products], env, ctx)
  if (!complete) {
    return new Response('Not available right now', { status: 503, headers: { 'retry-after': '120' } })
  }
  const sold = ((data[0]?.[1] ?? []) as Product[]).filter(isForSale)
  const entries = [
    ...listedPaths().map((path) => entry(publicUrl + path)),
    ...sold.map((product) => entry(`${publicUrl}/products/${product.slug}`, changedAt(product))),
  ]
  return text(
    'application/xml',
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`,
  )
}

// Both are ISO 8601 in UTC: the later one is the greater string.
const changedAt = ({ updatedAt, releasedAt }: Product): string =>
  releasedAt && releasedAt > updatedAt ? releasedAt : updatedAt

const entry = (address: string, lastmod?: string): string =>
  `  <url><loc>${escapeMarkup(address)}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>`

const text = (type: string, body: string): Response =>
  new Response(body, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=300' },
  })
