import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const DAY = 86_400_000
const NOW = 1_790_000_000_000

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}
const closed = {
  getItem: () => {
    throw new Error('closed')
  },
  setItem: () => {
    throw new Error('closed')
  },
}
/** Simulates a page load, which clears the memory. */
const load = async () => {
  vi.resetModules()
  return import('./referral-memory.ts')
}

beforeEach(() => vi.stubGlobal('localStorage', storage()))
afterEach(() => vi.unstubAllGlobals())

describe('the referral of a visitor', () => {
  it('is remembered for 30 days, over page loads', async () => {
    ;(await load()).rememberReferral('?productId=2&ref=abcd2345', NOW)
    const { rememberedReferral } = await load()
    expect(rememberedReferral(NOW)).toBe('ABCD2345')
    expect(rememberedReferral(NOW + 30 * DAY - 1)).toBe('ABCD2345')
    expect(rememberedReferral(NOW + 30 * DAY)).toBeNull()
  })

  it('is the first one, until it expires', async () => {
    const { rememberReferral, rememberedReferral } = await load()
    rememberReferral('?ref=ABCD2345', NOW)
    rememberReferral('?ref=WXYZ6789', NOW + DAY)
    expect(rememberedReferral(NOW + DAY)).toBe('ABCD2345')
    rememberReferral('?ref=WXYZ6789', NOW + 31 * DAY)
    expect(rememberedReferral(NOW + 31 * DAY)).toBe('WXYZ6789')
  })

  it.each([
    '',
    '?ref=',
    '?ref=ABCD234',
    '?ref=ABCD23456',
    '?ref=ABCD2340',
    '?ref=<b>ABCD2',
    '?reference=ABCD2345',
  ])('is null for the address query %j', async (search) => {
    const { rememberReferral, rememberedReferral } = await load()
    rememberReferral(search, NOW)
    expect(rememberedReferral(NOW)).toBeNull()
  })

  it('lasts until the page is left if the browser refuses storage', async () => {
    vi.stubGlobal('localStorage', closed)
    const { rememberReferral, rememberedReferral } = await load()
    expect(rememberedReferral(NOW)).toBeNull()
    rememberReferral('?ref=ABCD2345', NOW)
    expect(rememberedReferral(NOW)).toBe('ABCD2345')
    expect((await load()).rememberedReferral(NOW)).toBeNull()
  })

  it.each([
    '{',
    'null',
    '7',
    '{"code":7,"at":1}',
    `{"code":"ABCD2345","at":"${NOW}"}`,
    `{"code":"ABCD2345","at":${NOW + 1}}`,
    `{"code":"nonsense!","at":${NOW}}`,
  ])('is null for the stored text %s', async (note) => {
    localStorage.setItem('referral', note)
    expect((await load()).rememberedReferral(NOW)).toBeNull()
  })
})
