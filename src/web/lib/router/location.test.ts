import { expect, test } from 'vitest'
import { addressOf } from './location.ts'

test.each([
  ['/pricing#faq', '/pricing#faq'],
  ['?tab=scripts', '/dashboard?tab=scripts'],
  ['#purchases', '/dashboard#purchases'],
  ['', '/dashboard'],
  [{ search: '?tab=profile' }, '/dashboard?tab=profile'],
  [{ search: '' }, '/dashboard'],
  [{ pathname: '/log', search: '?hash=1', hash: '#entry' }, '/log?hash=1#entry'],
  ['https://example.com/', 'https://example.com/'],
])('the destination %j of a reader at /dashboard is %s', (to, address) => {
  expect(addressOf(to, '/dashboard')).toBe(address)
})
