import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { DAY } from '#shared/core/time.ts'
import { withAssets } from '../testing/assets.ts'
import { visitor } from '../testing/clients.ts'
import { SHOP } from '../testing/shop.ts'

test('security.txt has the fields of RFC 9116, once each, and expires within a year', async () => {
  const { status, headers, text } = await visitor(withAssets()).get('/.well-known/security.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])
  const { Expires, ...other } = Object.fromEntries(fields)
  expect(fields).toHaveLength(5)
  expect(other).toEqual({
    Contact: `mailto:${env.SUPPORT_EMAIL}`,
    'Preferred-Languages': 'en',
    Canonical: `${SHOP}/.well-known/security.txt`,
    Policy: `${SHOP}/security-policy.txt`,
  })
  const left = Date.parse(Expires ?? '') - Date.now()
  expect(left).toBeGreaterThan(30 * DAY)
  expect(left).toBeLessThan(365 * DAY)
})
