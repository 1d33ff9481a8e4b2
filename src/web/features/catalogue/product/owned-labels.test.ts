import { describe, expect, test } from 'vitest'
import type { MyProduct } from '#shared/access/contract.ts'
import { ownedLabels } from './owned-labels.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const script = {
  id: 1,
  tier: 'script',
  isSubscription: false,
  bundle: null,
  fileVersion: '1.2.0',
  releasedAt: '2026-05-01T00:00:00.000Z',
} as const

const releasedAtOf = (version: string | null) =>
  version === '1.2.0' ? script.releasedAt : version && `2026-0${version[0]}-01T00:00:00.000Z`

const owned = (access: Partial<MyProduct['access']>, fileVersion: string | null = '1.2.0') => ({
  id: 1,
  fileVersion,
  releasedAt: releasedAtOf(fileVersion),
  access: {
    source: 'purchase' as const,
    since: '2026-01-01T00:00:00.000Z',
    until: null,
    renews: false,
    updatesUntil: null,
    bundle: null,
    purchase: null,
    ...access,
  },
})
const labels = (mine: ReturnType<typeof owned>, product: Parameters<typeof ownedLabels>[0] = script) =>
  ownedLabels(product, mine, [mine], NOW)

describe('the owner of a script', () => {
  test('sees the end date of the updates, and is offered no purchase', () => {
    expect(labels(owned({ updatesUntil: '2027-02-21T00:00:00.000Z' }))).toEqual({
      title: 'You already own this',
      text: 'Updates are included until 21 Feb 2027.',
      buy: null,
    })
  })

  test('whose updates ended sees which version stays and may buy the newer one', () => {
    const ended = { updatesUntil: '2026-04-01T00:00:00.000Z' }
    expect(labels(owned(ended, '1.1.0'))).toEqual({
      title: 'You already own this',
      text: 'Your updates ended on 1 Apr 2026. Version 1.1.0 stays yours; 1.2.0 is newer.',
      buy: 'Buy again for new updates',
    })
    expect(labels(owned(ended)).text).toContain('You have the current version.')
    // A beta version that is newer than the current one.
    expect(labels(owned(ended, '9.0.0')).text).toContain('You have the current version.')
    expect(
      labels(owned(ended, '1.1.0'), { ...script, fileVersion: null, releasedAt: null }).text,
    ).not.toContain('null')
  })

  test('whose updates ended and whose versions were all withdrawn reads that none can be downloaded', () => {
    const none = owned({ updatesUntil: '2026-04-01T00:00:00.000Z' }, null)
    expect(labels(none).text).toBe(
      'Your updates ended on 1 Apr 2026. No version that they included can be downloaded at the moment; 1.2.0 is newer.',
    )
    expect(labels(none, { ...script, fileVersion: null, releasedAt: null }).text).toBe(
      'Your updates ended on 1 Apr 2026. No version that they included can be downloaded at the moment.',
    )
  })
})

describe('a user with a plan', () => {
  test('gets a script with Premium and may buy it to keep', () => {
    const premium = labels(owned({ source: 'premium', until: '2026-12-01T00:00:00.000Z', renews: true }))
    expect([premium.title, premium.buy]).toEqual(['Included in your Premium plan', 'Buy it to keep'])
  })

  test('is offered no purchase of a script that was also bought, while its updates run', () => {
    const since = '2026-10-01T00:00:00.000Z'
    const both = (updatesUntil: string) =>
      labels(owned({ source: 'premium', until: null, renews: true, purchase: { since, updatesUntil } }))
    expect(both('2027-01-01T00:00:00.000Z')).toEqual({
      title: 'You already own this',
      text: 'Updates are included until 1 Jan 2027.',
      buy: null,
    })
    expect(both('2026-11-01T00:00:00.000Z').buy).toBe('Buy it to keep')
  })

  test('is offered no purchase that would add nothing', () => {
    const mine = owned({ source: 'premium', until: '2026-12-01T00:00:00.000Z', renews: true })
    expect(labels(mine, { ...script, isSubscription: true })).toMatchObject({
      title: 'Included in your Premium plan',
      buy: null,
    })
    expect(labels(owned({ source: 'lifetime' })).buy).toBeNull()
  })
})
