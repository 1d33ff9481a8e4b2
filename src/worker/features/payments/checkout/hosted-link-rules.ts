import type { HostedLinks } from '#shared/payments/contract.ts'

/** Adds the return URL to a crypto page: the dashboard of this shop. */
export function withReturn(link: string, publicUrl: string): string {
  const url = new URL(link)
  url.searchParams.set('success_url', `${publicUrl}/dashboard?payment=complete`)
  return url.href
}

/** Adds the return URL to every crypto page. The return URL of a card page is configured at its provider. */
export const withReturnLinks = (links: HostedLinks, publicUrl: string): HostedLinks =>
  Object.fromEntries(
    Object.entries(links).map(([plan, pages]) => [
      plan,
      pages.crypto ? { ...pages, crypto: withReturn(pages.crypto, publicUrl) } : pages,
    ]),
  )
