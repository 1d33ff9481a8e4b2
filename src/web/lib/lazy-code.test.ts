import { expect, test } from 'vitest'
import { LazyCode, MissingCode } from './lazy-code.ts'

const module = { default: () => null }

test('lazy code is loaded once for any number of fetches', async () => {
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

test('a failed fetch rejects with MissingCode, and the next fetch tries again', async () => {
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
