import { escapeMarkup } from '#shared/core/escape-markup.ts'
import { BRAND } from './lib/brand.ts'
import type { JsonLd } from './lib/json-ld.ts'
import { documentTitle, type PageMeta } from './lib/page-meta.ts'

/** The default link preview, drawn by scripts/draw-link-preview.ts. */
const PREVIEW = { path: '/link-preview.png', width: 1200, height: 630 }

export type PageHead = {
  meta: PageMeta
  path: string
  origin: string
  isProduct: boolean
  isListed: boolean
  jsonLd: JsonLd[]
}

/** The <head> tags of a server-rendered page. */
export function pageHead({ meta, path, origin, isProduct, isListed, jsonLd }: PageHead): string {
  const title = documentTitle(meta)
  const { description, image = PREVIEW } = meta
  const address = new URL(meta.canonicalPath ?? path, origin).href
  const picture = new URL(image.path, origin).href
  const tags = [
    `<title>${escapeMarkup(title)}</title>`,
    description && named('description', description),
    isListed ? `<link rel="canonical" href="${escapeMarkup(address)}">` : named('robots', 'noindex'),
    property('og:site_name', BRAND),
    property('og:type', isProduct ? 'product' : 'website'),
    property('og:title', title),
    description && property('og:description', description),
    property('og:url', address),
    property('og:image', picture),
    property('og:image:width', String(image.width)),
    property('og:image:height', String(image.height)),
    named('twitter:card', 'summary_large_image'),
    jsonLd.length > 0 &&
      `<script type="application/ld+json">${jsonForScript({ '@context': 'https://schema.org', '@graph': jsonLd })}</script>`,
  ]
  return tags.filter(Boolean).join('\n    ')
}

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeMarkup(content)}">`
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeMarkup(content)}">`

/** JSON for a script element. Every `<` is escaped, so that no content can end the element or open another. */
export const jsonForScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
