import type { ChangelogEntry } from '#shared/catalogue/contract.ts'
import { escapeMarkup } from '#shared/core/escape-markup.ts'

/** The path of the feed below PUBLIC_URL. */
export const FEED_PATH = '/api/releases/feed.xml'

/**
 * The newest releases as an Atom feed (RFC 4287). Every link is absolute; an entry's id stays the same when its product
 * is renamed or moves to another slug.
 */
export function renderFeed(releases: readonly ChangelogEntry[], publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  const changelog = `${publicUrl}/changelog`
  const updated = releases[0]?.publishedAt ?? new Date(0).toISOString()
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escapeXml(changelog)}</id>
  <title>New releases at ${escapeXml(hostname)}</title>
  <author><name>${escapeXml(hostname)}</name></author>
  <updated>${updated}</updated>
  <link rel="self" type="application/atom+xml" href="${escapeXml(publicUrl + FEED_PATH)}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(changelog)}"/>
${releases.map((release) => renderEntry(release, publicUrl, hostname)).join('\n')}
</feed>
`
}

function renderEntry(release: ChangelogEntry, publicUrl: string, hostname: string): string {
  const { id, product, version, publishedAt, changelog } = release
  const page = `${publicUrl}/products/${encodeURIComponent(product.slug)}`
  return `  <entry>
    <id>tag:${escapeXml(hostname)},2026:release/${id}</id>
    <title>${escapeXml(`${product.name} ${version}`)}</title>
    <link rel="alternate" type="text/html" href="${escapeXml(page)}"/>
    <published>${publishedAt}</published>
    <updated>${publishedAt}</updated>
    <content type="text">${escapeXml(changelog)}</content>
  </entry>`
}

/** Also removes control characters, which XML 1.0 forbids, and replaces halves of surrogate pairs. */
const escapeXml = (text: string): string =>
  escapeMarkup(
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML 1.0 forbids
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''),
  )
