import { expect, type Page, test } from '@playwright/test'
import { ownOrigin } from './shop.ts'

const PANEL = '/secure-management/admin-dashboard?tab='

const steps = (page: Page) => page.evaluate<number>('history.length')

test.describe('in the back office', () => {
  test.beforeEach(async ({ page, baseURL }) => {
    const answer = await page.request.post('/api/auth/login', {
      data: { username: 'admin', password: 'admin-password' },
      headers: ownOrigin(baseURL),
    })
    expect(answer.status()).toBe(200)
  })

  for (const [address, press] of [
    ['orders', ['Subscriptions', 'Refund requests']],
    ['inbox', ['Answered', 'All']],
    ['payouts', ['Made', 'Referrals']],
    ['mails', ['Retrying', 'Sent']],
    ['stats', ['7 days', 'Today']],
    ['users&user=1', ['Purchases', 'Mails']],
  ] as const) {
    test(`each press on a tab of ${address} is one step, which the back button takes back`, async ({
      page,
    }) => {
      await page.goto(`${PANEL}${address}`)
      const first = page.url()
      const before = await steps(page)
      const tab = (name: string) =>
        page.getByRole('main').getByRole('tablist').last().getByRole('tab', { name, exact: true })
      for (const name of press) {
        await tab(name).click()
        await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
      }
      expect(await steps(page)).toBe(before + 2)
      await page.reload()
      await expect(tab(press[1])).toHaveAttribute('aria-selected', 'true')
      await page.goBack()
      await expect(tab(press[0])).toHaveAttribute('aria-selected', 'true')
      await page.goBack()
      await expect(page).toHaveURL(first)
    })
  }
})
