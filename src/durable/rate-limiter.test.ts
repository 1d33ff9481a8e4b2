import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../worker/testing/depth.ts'
import { evict } from '../worker/testing/evicted.ts'
import { unique } from '../worker/testing/shop.ts'
import { type Bucket, takeToken } from './rate-limiter-rules.ts'

const LIMIT = { burst: 3, refillSeconds: 10 }

describe('a token bucket', () => {
  test('allows a burst, then one more call per refill, and returns the seconds until the next one', () => {
    let bucket: Bucket | undefined
    const take = (now: number) => {
      const taken = takeToken(bucket, LIMIT, now)
      bucket = taken.bucket
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
        let bucket: Bucket | undefined
        let now = 1e12
        let forward = 0
        let allowed = 0
        for (const step of steps) {
          now += step
          forward += Math.max(0, step)
          const taken = takeToken(bucket, LIMIT, now)
          bucket = taken.bucket
          if (taken.allowed) allowed++
          else expect(taken.retryAfterSeconds).toBeGreaterThanOrEqual(1)
        }
        expect(allowed).toBeLessThanOrEqual(LIMIT.burst + forward / 10_000 + 1e-9)
      }),
      runs(100),
    )
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
