import { expect, test } from 'vitest'
import { LazyCode, MissingCode } from './lazy-code.ts'

const module = { default: () => null }

test('is fetched once, however often it is asked for', async () => {
  let loads = 0
  const code = new LazyCode(async () => {
    loads += 1
    return module
  })
  expect(code.module).toBeUndefined()
  code.preload()
  await Promise.all([code.fetch(), code.fetch()])
  expect(code.module).toBe(module)
  expect(loads).toBe(1)
})

test('a failure is a MissingCode, and the next fetch tries again', async () => {
  let online = false
  const code = new LazyCode(async () => {
    if (!online) throw new TypeError('Failed to fetch dynamically imported module')
    return module
  })
  await expect(code.fetch()).rejects.toThrow(MissingCode)
  expect(code.module).toBeUndefined()
  online = true
  await code.fetch()
  expect(code.module).toBe(module)
})
