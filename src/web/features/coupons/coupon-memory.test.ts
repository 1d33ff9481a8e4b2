import { afterEach, beforeEach, expect, test, vi } from 'vitest'

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
/** Simulates a page load, which clears the memory. */
const load = async () => {
  vi.resetModules()
  return import('./coupon-memory.ts')
}

beforeEach(() => vi.stubGlobal('sessionStorage', storage()))
afterEach(() => vi.unstubAllGlobals())

test('a linked coupon is kept for every product over page loads, and a repeated link is no news', async () => {
  expect((await load()).keepLinkedCoupon('?coupon= save20 &x=1')).toBe('SAVE20')
  const { couponFor, keepCoupon, keepLinkedCoupon } = await load()
  expect(couponFor(7)).toEqual({ code: 'SAVE20', productId: null, appliedTo: null })
  keepCoupon({ code: 'SAVE20', productId: null, appliedTo: 7 })
  expect(keepLinkedCoupon('?coupon=SAVE20')).toBeNull()
  expect(couponFor(7)?.appliedTo).toBe(7)
  expect(keepLinkedCoupon('?coupon=OTHER')).toBe('OTHER')
  expect(couponFor(8)?.code).toBe('OTHER')
})

test('a coupon that was entered at a checkout is only for that product, until it is forgotten', async () => {
  const { couponFor, forgetCoupon, keepCoupon } = await load()
  keepCoupon({ code: 'SAVE20', productId: 7, appliedTo: null })
  expect(couponFor(7)?.code).toBe('SAVE20')
  expect(couponFor(8)).toBeNull()
  forgetCoupon()
  expect(couponFor(7)).toBeNull()
})

test.each(['', '?coupon=', '?coupon=ab', `?coupon=${'A'.repeat(21)}`, '?coupon=A%00BC'])(
  'the address %j has no coupon',
  async (search) => {
    const { keepLinkedCoupon, keptCoupon } = await load()
    expect(keepLinkedCoupon(search)).toBeNull()
    expect(keptCoupon()).toBeNull()
  },
)

test.each([null, '', '{', '7', '{"code":7}', '{"code":"A"}', '{"productId":1}'])(
  'the stored note %j has no coupon',
  async (note) => {
    expect((await load()).readKept(note)).toBeNull()
  },
)

test('without storage the coupon lasts until the page is left', async () => {
  const closed = () => {
    throw new Error('closed')
  }
  vi.stubGlobal('sessionStorage', { getItem: closed, setItem: closed, removeItem: closed })
  const { forgetCoupon, keepLinkedCoupon, keptCoupon } = await load()
  keepLinkedCoupon('?coupon=SAVE20')
  expect(keptCoupon()?.code).toBe('SAVE20')
  forgetCoupon()
  expect(keptCoupon()).toBeNull()
})
