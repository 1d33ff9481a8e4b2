import { liveOn } from '../testing/live.ts'
import { logInAsAdmin, ownOrigin } from '../testing/shop.ts'
import { DEEP, expect, type Page, test } from '../testing/test.ts'

const PANEL = '/secure-management/admin-dashboard?tab='

const steps = (page: Page) => page.evaluate<number>('history.length')

test.describe('in the back office', () => {
  test.beforeEach(async ({ page, baseURL }) => {
    await logInAsAdmin(page.request, baseURL)
  })

  for (const [address, press] of [
    ['orders', ['Subscriptions', 'Refund requests']],
    ['inbox', ['Answered or closed', 'All']],
    ['payouts', ['Paid', 'Referrals']],
    ['mails', ['Retrying', 'Sent']],
    ['stats', ['7 days', 'Today']],
    ['users&user=1', ['Purchases', 'Mails']],
  ] as const) {
    test(`each click on a tab of ${address} adds one history entry, which the back button undoes`, {
      tag: DEEP,
    }, async ({ page }) => {
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

  test('Escape closes a confirm dialog and returns the focus to its button', { tag: DEEP }, async ({
    page,
  }) => {
    await page.goto(`${PANEL}users&user=1`)
    const asks = page.getByRole('button', { name: 'Deactivate' })
    await asks.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(asks).toBeFocused()
  })

  test('one Escape closes a confirm dialog, also while a toast is visible', { tag: DEEP }, async ({
    page,
    baseURL,
  }) => {
    // The panel has a connection of its own; notifications come by the user's.
    const live = liveOn(page)
    await page.goto(`${PANEL}users&user=1`)
    await live
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    // Twice at most: what arrives while a busy machine reconnects is in the bell, without a toast.
    await expect(async () => {
      const asked = await page.request.get('/api/test-notification', { headers: ownOrigin(baseURL) })
      expect(asked.status(), await asked.text()).toBe(200)
      await expect(page.locator('[data-tone]')).toContainText('Test notification', { timeout: 10_000 })
    }).toPass({ timeout: 20_000 })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeHidden()
  })

  test('a confirm dialog that closes while motion is switched off leaves no overlay on the page', {
    tag: DEEP,
  }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto(`${PANEL}users&user=1`)
    const asks = page.getByRole('button', { name: 'Deactivate' })
    await asks.click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    // Long enough for motion to be switched off during the animation.
    await page.addStyleTag({ content: '[data-sheet] { animation-duration: 3s }' })
    await page.keyboard.press('Escape')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(page.locator('[data-sheet]')).toHaveCount(0)
    await asks.click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  })

  test('an unknown record shows an error and a link to its list', { tag: DEEP }, async ({ page }) => {
    for (const [address, noun] of [
      ['orders&order=999999', 'order'],
      ['users&user=999999', 'user'],
      ['products&product=999999', 'product'],
      ['coupons&coupon=999999', 'coupon'],
      ['payouts&payout=999999', 'payout'],
      ['inbox&message=999999', 'message'],
    ] as const) {
      await page.goto(`${PANEL}${address}`)
      await expect(page.getByText(`There is no such ${noun}.`)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    }
  })
})
