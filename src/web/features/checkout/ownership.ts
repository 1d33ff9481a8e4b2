import type { MyProduct } from '#shared/access/contract.ts'
import type { Product } from '#shared/catalogue/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/core/plan-ids.ts'

type Owned = Pick<MyProduct, 'id' | 'access'>

/** The effect of a buyer's existing products on the purchase of this one. */
export type Ownership =
  /** A second payment would buy nothing. The server refuses it, too. */
  | { kind: 'yours'; title: string; text: string }
  /** Included in Premium while Premium runs. A purchase keeps it after that. */
  | { kind: 'in-premium' }
  /** A purchase of Lifetime while Premium is still charged. */
  | { kind: 'premium-renews' }
  | { kind: 'new' }

export function ownershipOf(
  product: Pick<Product, 'id' | 'tier' | 'isSubscription' | 'bundle'>,
  mine: readonly Owned[],
  now: number,
): Ownership {
  if (product.bundle) return ofBundle(product.bundle, mine, now)
  const access = mine.find(({ id }) => id === product.id)?.access
  const yours = access && describe(product, access, now)
  if (yours) return { kind: 'yours', ...yours }
  if (access?.source === 'premium' && product.tier === 'script' && !product.isSubscription) {
    return { kind: 'in-premium' }
  }
  const renews = mine.some((owned) => owned.id === PREMIUM_ID && owned.access.renews)
  if (product.id === LIFETIME_ID && renews) return { kind: 'premium-renews' }
  return { kind: 'new' }
}

/** A bundle is refused where each of its scripts would be. */
function ofBundle(
  { products }: NonNullable<Product['bundle']>,
  mine: readonly Owned[],
  now: number,
): Ownership {
  const kinds = products.map(({ id }) => {
    const access = mine.find((owned) => owned.id === id)?.access
    if (access && describe({ tier: 'script' }, access, now)) return 'yours'
    return access?.source === 'premium' ? 'in-premium' : 'new'
  })
  if (kinds.every((kind) => kind === 'yours'))
    return {
      kind: 'yours',
      title: 'You already own every script of this bundle',
      text: 'They are in your dashboard, with their files and updates.',
    }
  return kinds.every((kind) => kind !== 'new') ? { kind: 'in-premium' } : { kind: 'new' }
}

/** The scripts of a bundle that the buyer has bought before. */
export const boughtBefore = (
  { bundle }: Pick<Product, 'bundle'>,
  mine: readonly Owned[],
): NonNullable<Product['bundle']>['products'] =>
  bundle?.products.filter(({ id }) => {
    const access = mine.find((owned) => owned.id === id)?.access
    return access !== undefined && (access.purchase !== null || access.source === 'lifetime')
  }) ?? []

function describe(product: Pick<Product, 'tier'>, access: Owned['access'], now: number) {
  const title = 'You already own this'
  const { source, until, renews, updatesUntil, purchase } = access
  const bought = (updatesEnd: string | null) => {
    if (updatesEnd === null) return { title, text: 'All updates are included.' }
    if (Date.parse(updatesEnd) <= now) return null
    return { title, text: `Updates are included until ${formatDay(updatesEnd)}.` }
  }
  switch (source) {
    case 'lifetime':
      if (product.tier === 'lifetime') return { title, text: 'All updates are included, for life.' }
      return { title: 'Included in your Lifetime plan', text: 'With all updates. There is nothing to pay.' }
    case 'subscription':
      return {
        title: 'You already have this subscription',
        text: `Your subscription is active${term(until, renews, now)}.`,
      }
    case 'purchase':
      return bought(updatesUntil)
    case 'premium':
      // The source is Premium, although the product was also bought.
      return purchase ? bought(purchase.updatesUntil) : null
  }
}

function term(until: string | null, renews: boolean, now: number): string {
  if (until === null || Date.parse(until) <= now) return ''
  return renews ? ` and renews on ${formatDay(until)}` : ` until ${formatDay(until)}`
}
