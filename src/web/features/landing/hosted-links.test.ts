import { expect, test } from 'vitest'
import { withReturn } from './hosted-links.ts'

test('a pay page keeps its own query and learns where the buyer comes back to', () => {
  const url = new URL(
    withReturn('https://pay.example/p/1?lang=en&success_url=https://old.example', 'https://shop.example'),
  )
  expect(url.origin + url.pathname).toBe('https://pay.example/p/1')
  expect(url.searchParams.get('lang')).toBe('en')
  expect(url.searchParams.getAll('success_url')).toEqual(['https://shop.example/dashboard?payment=complete'])
})
