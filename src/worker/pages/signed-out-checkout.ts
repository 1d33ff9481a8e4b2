import { PAGE_READS } from '#shared/pages/page-reads.ts'
import type { KnownData } from '#shared/pages/page-rendering.ts'
import type { PagePath } from '#shared/pages/page-table.ts'
import { REGISTER, WAITING_PRODUCT } from '#shared/pages/waiting-product.ts'
import { mayBeSignedIn } from '../http/session-hint.ts'
import { publicPageAt, readOf, type ToRender } from './public-pages.ts'

const CHECKOUT: PagePath = '/checkout'

/**
 * What a visitor without a session gets at the address of a product's checkout: the page for the login, which the checkout
 * would open, with the product and its price. One document for each product, whatever else the address says. Null for all
 * others, and for an address with a code, which the app keeps.
 */
export function signedOutCheckout(request: Request, path: string, query: URLSearchParams): ToRender | null {
  if (path !== CHECKOUT || query.has('ref') || query.has('coupon') || mayBeSignedIn(request)) return null
  const id = query.get('productId') ?? ''
  const page = publicPageAt(REGISTER.path, REGISTER.search)
  if (!page || !/^[1-9]\d{0,8}$/.test(id)) return null
  const known: KnownData = [WAITING_PRODUCT, id]
  const reads = [...page.reads, readOf(PAGE_READS.waiting, id)]
  return {
    ...REGISTER,
    page: { ...page, reads, standsIn: { at: REGISTER.path + REGISTER.search, known } },
    // No address, so that no other reader finds it.
    key: `${CHECKOUT} ${id}`,
  }
}
