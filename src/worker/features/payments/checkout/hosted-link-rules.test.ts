import { expect, test } from 'vitest'
import { withReturn, withReturnLinks } from './hosted-link-rules.ts'

test('a pay page keeps its own query and gets the shop’s return URL', () => {
  const url = new URL(
    withReturn('https://pay.example/p/1?lang=en&success_url=https://old.example', 'https://shop.example'),
  )
  expect(url.origin + url.pathname).toBe('https://pay.example/p/1')
  expect(url.searchParams.get('lang')).toBe('en')
  expect(url.searchParams.getAll('success_url')).toEqual(['https://shop.example/dashboard?payment=complete'])
})

test('a card page stays as configured, and a crypto page gets the return URL', () => {
  const links = { premium: { card: 'https://pay.example/c', crypto: 'https://pay.example/k' } }
  expect(withReturnLinks(links, 'https://shop.example').premium?.card).toBe('https://pay.example/c')
  expect(withReturnLinks(links, 'https://shop.example').premium?.crypto).toContain('success_url=https')
})
