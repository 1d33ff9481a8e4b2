import { movePointer, newAccount, registerByApi, watchConsole } from './testing/shop.ts'
import { settled } from './testing/sound.ts'
import { expect, type Page, test } from './testing/test.ts'

/** The form in which the server renders days: it does not know the reader. */
const SERVER_DAY = /\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}/
const GERMAN_DAY = /\d{2}\.\d{2}\.\d{4}/

/** How far the page's content has moved since it was opened. */
const shiftOf = (page: Page) =>
  page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) sum += value
    }).observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => setTimeout(() => resolve(sum)))
  })`)

test.describe('for a reader in Tokyo with German forms', () => {
  test.use({ locale: 'de-DE', timezoneId: 'Asia/Tokyo' })

  test('public pages begin with the server’s dates and correct themselves without a shift or an error', async ({
    page,
  }) => {
    const complaints = watchConsole(page)
    for (const path of ['/products/monad', '/changelog', '/log']) {
      const html = await (await page.request.get(path, { headers: { accept: 'text/html' } })).text()
      expect(html, path).toMatch(SERVER_DAY)
      await page.goto(path)
      // The app of a calm page is loaded at the first interaction.
      await movePointer(page)
      const main = page.getByRole('main')
      await expect(main, path).toContainText(GERMAN_DAY)
      await expect(main, path).not.toContainText(SERVER_DAY)
      await settled(page)
      expect(await shiftOf(page), path).toBeLessThan(0.02)
    }
    expect(complaints).toEqual([])
  })

  test('the dashboard has dates in the reader’s form, and amounts in the one form of the shop', async ({
    page,
    baseURL,
  }) => {
    await registerByApi(page.request, baseURL, newAccount())
    await page.goto('/dashboard?tab=profile')
    const main = page.getByRole('main')
    await expect(main).toContainText(GERMAN_DAY)
    await expect(main).not.toContainText(SERVER_DAY)
    await page.goto('/dashboard?tab=referrals')
    await expect(main).toContainText('$0.00')
  })
})
