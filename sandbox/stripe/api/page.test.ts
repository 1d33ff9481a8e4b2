import { expect, test } from 'vitest'
import { pageOf } from './page.ts'

const items = [5, 4, 3, 2, 1].map((n) => ({ id: `evt_${n}`, created: n }))
const ids = (page: { data: { id: string }[] }) => page.data.map((item) => item.id)

test('ending_before gives the next newer page, still newest first', () => {
  const page = pageOf(items, { limit: 2, ending_before: 'evt_2' }, '/v1/events')
  expect(ids(page)).toEqual(['evt_4', 'evt_3'])
  expect(page.has_more).toBe(true)
})

test('starting_after gives the next older page, and has_more is false at the end', () => {
  const page = pageOf(items, { limit: 2, starting_after: 'evt_3' }, '/v1/events')
  expect(ids(page)).toEqual(['evt_2', 'evt_1'])
  expect(page.has_more).toBe(false)
})
