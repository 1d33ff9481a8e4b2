import { newAccount, watchConsole } from './testing/shop.ts'
import { advanceUntilVisible } from './testing/stopped-clock.ts'
import { expect, type Locator, type Page, test } from './testing/test.ts'

/** Presses Tab, up to 80 times, until the target has the focus and shows it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses += 1) {
    if (
      await target.evaluate((element: unknown) =>
        (element as { matches(s: string): boolean }).matches(':focus-visible'),
      )
    )
      return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

test('a new visitor buys and downloads a script with the keyboard alone', async ({ page }) => {
  test.setTimeout(120_000)
  const complaints = watchConsole(page)
  const account = newAccount()
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }

  await page.clock.install()
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await tabTo(page, page.locator('#scripts').getByRole('button', { name: 'Buy Now' }).first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auth/)
  await tabTo(page, page.getByRole('tab', { name: 'Register' }))
  await type('Username', account.username)
  await type('Email', account.email)
  await type('Password', account.password)
  await type('Confirm password', account.password)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/checkout\?/)
  await tabTo(page, page.getByRole('checkbox', { name: /^I want the file right away/ }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: /^Pay with Card/ }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sandbox\//)
  await tabTo(page, page.getByRole('button', { name: /^pay/i }))
  // The next page redirects after three seconds; a slow machine needs longer to reach its link.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('Enter')
  await advanceUntilVisible(page, page.getByRole('heading', { name: 'Payment Successful!' }))
  await tabTo(page, page.getByRole('link', { name: /go to dashboard/i }))
  await page.keyboard.press('Enter')
  await page.clock.resume()

  await tabTo(page, page.getByRole('tab', { name: 'Overview' }))
  for (const name of ['All Scripts', 'Products']) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true')
  }
  // The link must be in this tab: until its code has loaded, the previous tab still shows download links.
  const products = page.getByRole('tabpanel', { name: 'Products', exact: true })
  await tabTo(page, products.getByRole('link', { name: /download script/i }).first())
  const started = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await started).suggestedFilename()).toMatch(/\.zip$/)
  expect(complaints).toEqual([])
})
