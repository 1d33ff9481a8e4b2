import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../worker/testing/depth.ts'
import { evict } from '../worker/testing/evicted.ts'
import { unique } from '../worker/testing/shop.ts'
import { type Kept, take as takeOf } from './rate-limiter-rules.ts'

const LIMIT = { burst: 3, refillSeconds: 10 }

describe('a token bucket', () => {
  test('allows a burst, then one more call per refill, and returns the seconds until the next one', () => {
    let kept: Kept | undefined
    const take = (now: number) => {
      const taken = takeOf(kept, LIMIT, now)
      kept = taken.kept
      return [taken.allowed, taken.retryAfterSeconds]
    }
    expect([0, 0, 0].map(take)).toEqual([
      [true, 0],
      [true, 0],
      [true, 0],
    ])
    expect([0, 4000, 9999].map(take)).toEqual([
      [false, 10],
      [false, 6],
      [false, 1],
    ])
    expect([10_000, 10_001].map(take)).toEqual([
      [true, 0],
      [false, 10],
    ])
    expect([1e9, 1e9, 1e9, 1e9].map(take)).toEqual([
      [true, 0],
      [true, 0],
      [true, 0],
      [false, 10],
    ])
  })

  test('never allows more calls than burst and elapsed time permit, also when the clock steps back', () => {
    const waits = fc.array(fc.integer({ min: -5000, max: 30_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(waits, (steps) => {
        let kept: Kept | undefined
        let now = 1e12
        let forward = 0
        let allowed = 0
        for (const step of steps) {
          now += step
          forward += Math.max(0, step)
          const taken = takeOf(kept, LIMIT, now)
          kept = taken.kept
          if (taken.allowed) allowed++
          else expect(taken.retryAfterSeconds).toBeGreaterThanOrEqual(1)
        }
        expect(allowed).toBeLessThanOrEqual(LIMIT.burst + forward / 10_000 + 1e-9)
      }),
      runs(100),
    )
  })
})

describe('a window', () => {
  const WINDOW = { most: 3, inSeconds: 60 }

  test('allows no more calls in any of its spans, and says when the oldest one leaves it', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 80 })
    fc.assert(
      fc.property(waits, (steps) => {
        let kept: Kept | undefined
        let now = 1e12
        const allowed: number[] = []
        for (const step of steps) {
          now += step
          const taken = takeOf(kept, WINDOW, now)
          kept = taken.kept
          if (taken.allowed) allowed.push(now)
          else expect(takeOf(kept, WINDOW, now + taken.retryAfterSeconds * 1000).allowed).toBe(true)
        }
        for (const [n, time] of allowed.entries())
          expect(time - (allowed[n - 3] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(60_000)
      }),
      runs(100),
    )
  })

  test('counts concurrent calls, and not the one that was given back', async () => {
    const one = env.RATE_LIMITER.getByName(unique('key'))
    const take = async () =>
      (await Promise.all(Array.from({ length: 10 }, () => one.take(WINDOW)))).filter(({ allowed }) => allowed)
    expect(await take()).toHaveLength(3)
    await one.giveBack()
    expect(await take()).toHaveLength(1)
    await one.forgive()
    expect(await take()).toHaveLength(3)
  })
})

describe('the limiter', () => {
  const limiter = () => env.RATE_LIMITER.getByName(unique('key'))
  const allowedOf = (answers: { allowed: boolean }[]) => answers.filter(({ allowed }) => allowed).length

  test('counts all concurrent calls, keeps its count across an eviction, and counts each key separately', async () => {
    const [one, other] = [limiter(), limiter()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => one.take(LIMIT)))
    expect(allowedOf(answers)).toBe(3)
    await evict(one)
    expect((await one.take(LIMIT)).allowed).toBe(false)
    expect((await other.take(LIMIT)).allowed).toBe(true)
  })

  test('is full again after forgive(), and deletes its state once its bucket would be full', async () => {
    const one = limiter()
    await Promise.all(Array.from({ length: 5 }, () => one.take(LIMIT)))
    await one.forgive()
    expect((await one.take(LIMIT)).allowed).toBe(true)
    expect(await runDurableObjectAlarm(one)).toBe(true)
    const left = await runInDurableObject(one, async (_, state) => (await state.storage.list()).size)
    expect(left).toBe(0)
  })
})
