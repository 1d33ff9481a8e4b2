const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
  '#x2F': '/',
}

function decodeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|#x27|#x2F);/gi, (whole, name: string) => entities[name] ?? whole)
}

/** The links in a mail: every href of the HTML, or else the URLs in the text; in order, without duplicates. */
export function linksOf(mail: { html?: string | undefined; text?: string | undefined }): string[] {
  const hrefs = Array.from((mail.html ?? '').matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi), (match) =>
    decodeEntities(match[1] ?? match[2] ?? '').trim(),
  ).filter((href) => href !== '' && !href.startsWith('#'))
  if (hrefs.length > 0) return [...new Set(hrefs)]
  const urls = Array.from((mail.text ?? '').matchAll(/https?:\/\/[^\s<>"']+/g), (match) =>
    match[0].replace(/[.,;:!?)\]]+$/, ''),
  )
  return [...new Set(urls)]
}
