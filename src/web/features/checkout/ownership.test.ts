import { describe, expect, test } from 'vitest'
import type { MyProduct } from '#shared/access/contract.ts'
import type { Tier } from '#shared/catalogue/contract.ts'
import { boughtBefore, ownershipOf } from './ownership.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const script = { id: 3, tier: 'script' as Tier, isSubscription: false, bundle: null }
const premium = { id: 2, tier: 'premium' as Tier, isSubscription: true, bundle: null }
const lifetime = { id: 12, tier: 'lifetime' as Tier, isSubscription: false, bundle: null }

const owned = (id: number, access: Partial<MyProduct['access']>) => ({
  id,
  access: {
    source: 'purchase',
    since: '2026-10-01T00:00:00Z',
    until: null,
    renews: false,
    updatesUntil: null,
    ...access,
  } as MyProduct['access'],
})

describe('the ownership check before a purchase', () => {
  test('nothing owned, or only another script: the unchanged form', () => {
    expect(ownershipOf(script, [], NOW)).toEqual({ kind: 'new' })
    expect(ownershipOf(script, [owned(4, {})], NOW)).toEqual({ kind: 'new' })
  })

  test('an earlier purchase prevents the payment while its updates run, and not after', () => {
    const until = (updatesUntil: string) => ownershipOf(script, [owned(3, { updatesUntil })], NOW)
    expect(until('2027-02-21T12:00:00Z')).toEqual({
      kind: 'yours',
      title: 'You already own this',
      text: 'Updates are included until 21 Feb 2027.',
    })
    expect(until('2026-11-21T12:00:00Z')).toEqual({ kind: 'new' })
  })

  test('a running subscription is shown with its next renewal, or its end', () => {
    const own = { source: 'subscription', until: '2026-12-01T00:00:00Z' } as const
    expect(ownershipOf(premium, [owned(2, { ...own, renews: true })], NOW)).toMatchObject({
      kind: 'yours',
      title: 'You already have this subscription',
      text: 'Your subscription is active and renews on 1 Dec 2026.',
    })
    expect(ownershipOf(premium, [owned(2, own)], NOW)).toMatchObject({
      text: 'Your subscription is active until 1 Dec 2026.',
    })
  })

  test('an overdue renewal is shown without its past date', () => {
    const access = { source: 'subscription', until: '2026-11-20T00:00:00Z', renews: true } as const
    expect(ownershipOf(premium, [owned(2, access)], NOW)).toMatchObject({
      text: 'Your subscription is active.',
    })
  })

  test('Lifetime includes every product', () => {
    expect(ownershipOf(script, [owned(3, { source: 'lifetime' })], NOW)).toMatchObject({
      title: 'Included in your Lifetime plan',
    })
    expect(ownershipOf(lifetime, [owned(12, { source: 'lifetime' })], NOW)).toMatchObject({
      title: 'You already own this',
    })
  })

  test('a script that is included in Premium is shown as such and still for sale', () => {
    expect(ownershipOf(script, [owned(3, { source: 'premium', renews: true })], NOW)).toEqual({
      kind: 'in-premium',
    })
  })

  test('Lifetime with a renewing Premium: a warning that Premium is still charged', () => {
    const subscribed = { source: 'subscription', until: '2026-12-01T00:00:00Z' } as const
    expect(ownershipOf(lifetime, [owned(2, { ...subscribed, renews: true })], NOW)).toEqual({
      kind: 'premium-renews',
    })
    expect(ownershipOf(lifetime, [owned(2, subscribed)], NOW)).toEqual({ kind: 'new' })
  })
})

describe('the ownership check before the purchase of a bundle', () => {
  const single = (id: number) => ({ id, slug: `s${id}`, name: `Script ${id}`, price: 20, isForSale: true })
  const bundle = { ...script, id: 9, bundle: { products: [single(3), single(4)], isOffered: true } }
  const bought = (id: number) =>
    owned(id, { purchase: { since: '2026-10-01T00:00:00Z', updatesUntil: null } })

  test('it is new while one script is missing, and yours with every script', () => {
    expect(ownershipOf(bundle, [bought(3)], NOW)).toEqual({ kind: 'new' })
    expect(ownershipOf(bundle, [bought(3), bought(4)], NOW).kind).toBe('yours')
    expect(
      ownershipOf(bundle, [owned(3, { source: 'lifetime' }), owned(4, { source: 'lifetime' })], NOW).kind,
    ).toBe('yours')
  })

  test('with Premium it is included, and only bought scripts are named', () => {
    const premiumOnly = owned(4, { source: 'premium', purchase: null })
    expect(ownershipOf(bundle, [bought(3), premiumOnly], NOW)).toEqual({ kind: 'in-premium' })
    expect(boughtBefore(bundle, [bought(3), premiumOnly]).map(({ id }) => id)).toEqual([3])
    expect(boughtBefore(script, [bought(3)])).toEqual([])
  })
})
