import { logInAsAdmin } from '../testing/shop.ts'
import { SOUND_PAGES } from '../testing/sound.ts'
import { DEEP, expect, test } from '../testing/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const [PANEL] = SOUND_PAGES.admin
const EXPORTS = '/api/secure-management/exports'

/** The tab, its query, the label of its button, and the file that the button requests. */
const BUTTONS = [
  ['users', '', 'Export CSV', 'users.csv'],
  ['users', 'show=admins', 'Export all as CSV', 'users.csv'],
  ['orders', '', 'Export CSV', 'orders.csv?type=one-time'],
  [
    'orders',
    'status=completed&product=1&from=2026-01-01&to=2026-12-31',
    'Export CSV',
    'orders.csv?product=1&from=2026-01-01&to=2026-12-31&status=completed&type=one-time',
  ],
  ['orders', 'q=somebody', 'Export all as CSV', 'orders.csv'],
  ['orders', 'view=subscriptions&status=active', 'Export CSV', 'subscriptions.csv?status=active'],
  ['orders', 'view=subscriptions&q=x', 'Export all as CSV', 'subscriptions.csv'],
  ['coupons', '', 'Export CSV', 'coupons.csv'],
  ['payouts', 'view=referrals', 'Export CSV', 'referrals.csv'],
  ['payouts', 'view=referrals&referrer=1', 'Export all as CSV', 'referrals.csv'],
  ['audit', '', 'Export CSV', 'audit.csv'],
  ['audit', 'action=coupon.create', 'Export all as CSV', 'audit.csv'],
] as const

// spec: csv-exports
test('each list exports a CSV with its filters; if the CSV has no such filter, the button says Export all', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  await logInAsAdmin(page.request, baseURL)
  for (const [tab, query, label, file] of BUTTONS) {
    await page.goto(`${PANEL}?tab=${tab}&${query}`)
    const button = page.getByRole('link', { name: /^Export (all|CSV)/ })
    await expect(button).toHaveText(label)
    await expect(button).toHaveAttribute('href', `${EXPORTS}/${file}`)
    const answer = await page.request.get(`${EXPORTS}/${file}`)
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  }
})
