import type { Product } from '#shared/catalogue/contract.ts'
import { escapeMarkup } from '#shared/core/escape-markup.ts'
import { PAGE_READS } from '#shared/pages/page-reads.ts'
import { configOf } from '../providers/config.ts'
import type { Env } from '../providers/env.ts'
import { readPageData } from './page-data.ts'
import { listedPaths } from './public-pages.ts'

/** What crawlers may fetch. Private pages say "noindex" themselves, which nobody reads who may not fetch them. */
export function robots(env: Env): Response {
  const { publicUrl } = configOf(env)
  return text('text/plain', `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`)
}

/** Every page that search engines shall know. Without its products it is no sitemap: 503, ask again. */
export async function sitemap(env: Env, ctx: ExecutionContext): Promise<Response> {
  const { publicUrl } = configOf(env)
  const { data, complete } = await readPageData([PAGE_READS.products], env, ctx)
  if (!complete) {
    return new Response('Not available right now', { status: 503, headers: { 'retry-after': '120' } })
  }
  const sold = (data[0]?.[1] ?? []) as Product[]
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

// Both are ISO 8601 in UTC: the later one is the greater text.
const changedAt = ({ updatedAt, releasedAt }: Product): string =>
  releasedAt && releasedAt > updatedAt ? releasedAt : updatedAt

const entry = (address: string, lastmod?: string): string =>
  `  <url><loc>${escapeMarkup(address)}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>`

const text = (type: string, body: string): Response =>
  new Response(body, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=300' },
  })
