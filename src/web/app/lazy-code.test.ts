import { expect, test } from 'vitest'
import { LazyCode } from './lazy-code.ts'
import { MissingCode } from './missing-code.ts'

const Part = () => null

test('is fetched once, however often it is asked for', async () => {
  let loads = 0
  const code = new LazyCode(async () => {
    loads += 1
    return { default: Part }
  })
  expect(code.Part).toBeUndefined()
  code.preload()
  await Promise.all([code.fetch(), code.fetch()])
  expect(code.Part).toBe(Part)
  expect(loads).toBe(1)
})

test('a failure is a MissingCode, and the next fetch tries again', async () => {
  let online = false
  const code = new LazyCode(async () => {
    if (!online) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: Part }
  })
  await expect(code.fetch()).rejects.toThrow(MissingCode)
  expect(code.Part).toBeUndefined()
  online = true
  await code.fetch()
  expect(code.Part).toBe(Part)
})
