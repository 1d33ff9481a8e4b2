import type { HostedLinks } from '#shared/payments/contract.ts'

/** A crypto page with the address to come back to: the dashboard of this very shop. */
export function withReturn(link: string, publicUrl: string): string {
  const url = new URL(link)
  url.searchParams.set('success_url', `${publicUrl}/dashboard?payment=complete`)
  return url.href
}

/** Every crypto page leads back; what a card page does after it is set at its provider. */
export const withReturnLinks = (links: HostedLinks, publicUrl: string): HostedLinks =>
  Object.fromEntries(
    Object.entries(links).map(([plan, pages]) => [
      plan,
      pages.crypto ? { ...pages, crypto: withReturn(pages.crypto, publicUrl) } : pages,
    ]),
  )
