import {
  type Account,
  buyByApi,
  logInAsAdmin,
  newAccount,
  ownOrigin,
  registerByApi,
  watchConsole,
} from '../testing/shop.ts'
import { expectSound } from '../testing/sound.ts'
import {
  type APIRequestContext,
  DEEP,
  expect,
  type Page,
  request as requests,
  test,
} from '../testing/test.ts'
import { countTones, tonesOn } from '../testing/tones.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const PANEL = '/secure-management/admin-dashboard'

/** Registers another person, with a separate session. */
async function aCustomer(
  baseURL: string | undefined,
): Promise<{ account: Account; browser: APIRequestContext }> {
  const browser = await requests.newContext({ baseURL })
  const account = newAccount()
  await registerByApi(browser, baseURL, account)
  return { account, browser }
}

const feed = (page: Page) => page.getByRole('list', { name: 'Live activity' })
const recent = (page: Page) => page.getByRole('list', { name: 'Recent purchases' })
const badge = (page: Page, words: string) => page.getByRole('main').getByText(words, { exact: true })
const toastOf = (page: Page) => page.locator('[data-tone]')
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
const money = (text: string | null) => Number((text ?? '').replace(/[^\d.]/g, ''))
const revenue = async (page: Page) =>
  money(
    await page
      .getByRole('tabpanel')
      .getByText(/^\$[\d,]+\.\d\d$/)
      .first()
      .textContent(),
  )

// spec: admin-feed, admin-live-stats
test('a sale made in another browser shows within seconds, without a reload: in the feed, the totals and the last five sales', async ({
  page,
  baseURL,
}) => {
  const complaints = watchConsole(page)
  await logInAsAdmin(page.request, baseURL)
  await page.goto(PANEL)
  await expect(badge(page, 'Live Updates')).toBeVisible()
  const { account, browser } = await aCustomer(baseURL)
  await expect(feed(page).getByText(`${account.username} registered`)).toBeVisible()
  const before = await revenue(page)
  const paymentId = await buyByApi(browser, baseURL, account, 1)
  const sale = feed(page)
    .getByRole('listitem')
    .filter({ hasText: `${account.username} bought Monad` })
  await expect(sale).toHaveCount(1)
  await expect(sale).toContainText('+$49.00')
  await expect(recent(page).getByRole('listitem').first()).toContainText(account.username)
  await expect.poll(() => revenue(page)).toBeGreaterThanOrEqual(before + 49)
  const rows = await feed(page).getByRole('listitem').count()
  expect(rows).toBeLessThanOrEqual(50)
  await sale.getByRole('link').click()
  await expect(page).toHaveURL(`${PANEL}?tab=orders&order=${paymentId}`)
  await expect(page).toHaveTitle('Orders – Admin – Windfall')

  // A refund request shows a toast on every tab, and is counted on the Orders tab.
  await tab(page, /^Users/).click()
  const asked = await browser.post(`/api/user/purchases/${paymentId}/refund`, {
    headers: ownOrigin(baseURL),
    data: { reason: 'It was not for me.' },
  })
  expect(asked.status(), await asked.text()).toBeLessThan(300)
  await expect(toastOf(page)).toContainText(/Refund/)
  await expect(tab(page, /^Orders/)).toContainText(/new/)
  // The count survives a reload.
  await page.reload()
  await expect(tab(page, /^Orders/)).toContainText(/new/)
  await tab(page, /^Orders/).click()
  await expect(tab(page, /^Orders/)).not.toContainText(/new/)
  await tab(page, /^Overview/).click()
  await expect(
    feed(page).getByText(`$49.00 for Monad Testnet Farmer was refunded to ${account.username}`),
  ).toBeVisible({ timeout: 20_000 })
  await expect(page).toHaveTitle('Admin – Windfall')
  expect(complaints).toEqual([])
  await browser.dispose()
})

// spec: admin-badge, admin-reconnect
test('a lost live connection is shown, and missed events appear after reconnecting', { tag: DEEP }, async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(120_000)
  await logInAsAdmin(page.request, baseURL)
  await page.clock.install()
  await page.goto(PANEL)
  await expect(badge(page, 'Live Updates')).toBeVisible()
  await tab(page, /^Users/).click()
  await context.setOffline(true)
  await tab(page, /^Overview/).click()
  await expect(badge(page, 'Reconnecting')).toBeVisible()
  const { account, browser } = await aCustomer(baseURL)
  await buyByApi(browser, baseURL, account, 3)
  await page.clock.fastForward(10_000)
  await expect(badge(page, 'Disconnected')).toBeVisible()
  await expect(feed(page).getByText(account.username)).toHaveCount(0)
  await tab(page, /^Users/).click()
  await context.setOffline(false)
  await page.clock.fastForward(5000)
  await expect(tab(page, /^Orders/)).toContainText(/new/, { timeout: 20_000 })
  await tab(page, /^Overview/).click()
  await expect(badge(page, 'Live Updates')).toBeVisible({ timeout: 20_000 })
  const mine = feed(page).getByRole('listitem').filter({ hasText: account.username })
  await expect(mine).toHaveCount(2)
  await expect(mine.first()).toContainText('bought Soneium')
  await browser.dispose()
})

// spec: admin-sale-sound
test('the sale sound plays at each sale at volume 0.4, after the first user gesture and while its switch is on', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  await countTones(page)
  await logInAsAdmin(page.request, baseURL)
  await page.goto(PANEL)
  const sound = page.getByRole('switch', { name: 'Sound' })
  const { account, browser } = await aCustomer(baseURL)
  const sales = feed(page).getByText(`${account.username} bought`)
  await expect(feed(page).getByText(`${account.username} registered`)).toBeVisible()
  await sound.click()
  await buyByApi(browser, baseURL, account, 1)
  await expect(sales).toHaveCount(1)
  await page.waitForTimeout(500)
  expect(await tonesOn(page), 'it is off').toBe(0)
  await sound.click()
  await buyByApi(browser, baseURL, account, 3)
  await expect(sales).toHaveCount(2)
  await expect.poll(() => tonesOn(page)).toBe(3)
  expect(await page.evaluate('volumes')).toEqual([Math.fround(0.4)])
  await browser.dispose()
})

test('logging out in another tab ends the live connection and leads the panel to the admins’ login', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  await logInAsAdmin(page.request, baseURL)
  await page.goto(PANEL)
  await expect(badge(page, 'Live Updates')).toBeVisible()
  // Another tab has the same session.
  await page.request.post('/api/auth/logout', { headers: ownOrigin(baseURL) })
  await expect(page).toHaveURL('/secure-portal/management-access', { timeout: 15_000 })
})

// spec: admin-tabs
test('arrow keys move between the tabs: up and down in the wide layout, left and right in the narrow one', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  await logInAsAdmin(page.request, baseURL)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(PANEL)
  await expect(page.getByRole('tablist', { name: 'Admin' })).toHaveAttribute('aria-orientation', 'vertical')
  await tab(page, /^Overview/).focus()
  await page.keyboard.press('ArrowDown')
  await expect(tab(page, /^Products/)).toBeFocused()
  await expect(page).toHaveURL(`${PANEL}?tab=products`)
  await page.keyboard.press('End')
  await expect(page).toHaveURL(`${PANEL}?tab=security`)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(tab(page, /^Security/)).toBeInViewport()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(`${PANEL}?tab=audit`)
})

test('the overview is sound at every width, in both themes, without console errors or warnings', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  test.setTimeout(240_000)
  const complaints = watchConsole(page)
  await logInAsAdmin(page.request, baseURL)
  await page.goto(PANEL)
  const { account, browser } = await aCustomer(baseURL)
  await buyByApi(browser, baseURL, account, 1)
  await expect(feed(page).getByText(`${account.username} bought`)).toBeVisible()
  await expectSound(page, PANEL)
  expect(complaints).toEqual([])
  await browser.dispose()
})
