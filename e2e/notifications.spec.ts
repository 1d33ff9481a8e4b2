import { liveOn } from './testing/live.ts'
import { expectNotedToast, noteToasts } from './testing/noted-toasts.ts'
import { buyByApi, newAccount, registerByApi } from './testing/shop.ts'
import { settled } from './testing/sound.ts'
import { DEEP, expect, type Page, test } from './testing/test.ts'
import { countTones, tonesOn } from './testing/tones.ts'

const bellOf = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const toastOf = (page: Page) => page.locator('[data-tone]')

// spec: panel-actions, notification-item, purchase-completed
test('a purchase is announced in every open tab, and reading, dismissing and clearing syncs between tabs', async ({
  context,
  baseURL,
}) => {
  const account = newAccount()
  await registerByApi(context.request, baseURL, account)
  const [one, two] = [await context.newPage(), await context.newPage()]
  for (const tab of [one, two]) {
    await tab.goto('/dashboard')
    await expect(tab.getByRole('main').getByText('Live', { exact: true })).toBeVisible()
  }
  // Bought in another order than the cards appear in, so that only a live update can put the cards there.
  for (const id of [3, 1]) await buyByApi(context.request, baseURL, account, id)
  for (const tab of [one, two]) {
    await expect(bellOf(tab)).toHaveAccessibleName('Notifications, 2 unread')
    await expect(tab.getByRole('main').getByText('Active products').locator('..')).toContainText('2')
    await expect(tab.getByRole('link', { name: 'Download Monad Testnet Farmer' }).first()).toBeVisible()
  }
  await bellOf(one).click()
  const panel = panelOf(one)
  const first = panel.getByRole('listitem').first()
  await expect(first).toContainText('Purchase complete')
  await expect(first).toContainText('Monad Testnet Farmer is ready to download.')
  await expect(first.getByRole('term')).toHaveText(['Product', 'Amount'])
  await expect(first.getByRole('definition')).toHaveText(['Monad Testnet Farmer', '$49.00'])
  await expect(first).toContainText(/\d\d:\d\d · just now/)
  await expect(bellOf(one)).toHaveAccessibleName('Notifications')
  await expect(bellOf(two), 'read in the first tab').toHaveAccessibleName('Notifications')

  await panel.getByRole('button', { name: 'Dismiss: Purchase complete' }).first().click()
  await bellOf(two).click()
  await expect(panelOf(two).getByRole('listitem')).toHaveCount(1)
  await expect(panelOf(two)).toContainText('Soneium')
  await panelOf(two).getByRole('link', { name: 'Purchase complete' }).press('Enter')
  await expect(two).toHaveURL('/dashboard?tab=products#product-3')
  await expect(two.locator('#product-3')).toBeInViewport()
  await expect(panelOf(two)).toHaveCount(0)
  await bellOf(two).click()
  await panelOf(two).getByRole('button', { name: 'Clear all' }).click()
  for (const tab of [one, two]) await expect(panelOf(tab)).toContainText('No notifications yet')
  await one.reload()
  await expect(one.getByRole('main').getByText('No notifications yet')).toBeVisible()
})

// spec: subscription-created
test('a new subscription reloads subscriptions and downloads', async ({ page, baseURL }) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  const live = liveOn(page)
  await noteToasts(page)
  await page.goto('/dashboard?tab=products')
  await expect(page.getByText('No products available.')).toBeVisible()
  await live
  await expect(bellOf(page)).toBeVisible()
  await settled(page)
  const reloaded = page.waitForRequest(/\/api\/my-products/)
  await buyByApi(page.request, baseURL, account, 2, 'subscription')
  await reloaded
  await expectNotedToast(page, 'Subscription started')
  await expect(page.getByRole('heading', { name: 'Soneium Season Farmer' })).toBeVisible()
})

// spec: panel-actions, bell-unread, panel-size, dashboard-notifications, notification-read, notification-limits
test('more than nine unread notifications show 9+; one is marked read by its button, all by Mark all read', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  test.setTimeout(120_000)
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  for (const id of [1, 3, 4, 5, 6, 7, 8, 9, 10, 11]) await buyByApi(page.request, baseURL, account, id)
  await page.goto('/dashboard')
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 10 unread', { timeout: 30_000 })
  await expect(page.getByRole('banner').getByText('9+', { exact: true })).toBeVisible()
  const card = page.getByRole('heading', { name: 'Notifications', level: 2 }).locator('../..')
  await expect(card.getByRole('listitem'), 'five on the dashboard').toHaveCount(5)
  expect((await card.getByRole('list').boundingBox())?.height).toBe(300)
  await card
    .getByRole('button', { name: /^Mark as read/ })
    .first()
    .click()
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 9 unread')
  await expect(page.getByRole('banner').getByText('9', { exact: true })).toBeVisible()
  await page.reload()
  await expect(bellOf(page), 'kept on the server').toHaveAccessibleName('Notifications, 9 unread')
  await bellOf(page).click()
  await expect(bellOf(page)).toHaveAccessibleName('Notifications')
  const panel = panelOf(page)
  // The layout size: the panel is drawn a little smaller while it opens.
  const size = await panel.evaluate((box: unknown) => {
    const { offsetWidth, offsetHeight } = box as { offsetWidth: number; offsetHeight: number }
    return [offsetWidth, offsetHeight]
  })
  expect(size).toEqual([320, 500])
  await expect(panel.getByText('(new)'), 'what was new when it was opened').toHaveCount(9)
  await buyByApi(page.request, baseURL, account, 13)
  await expect(panel.getByRole('listitem').first()).toContainText('Wallet Health Checker')
  await panel.getByRole('button', { name: 'Mark all read' }).click()
  await expect(panel.getByRole('button', { name: /^Mark as read/ })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)
})

// spec: notification-sound
test('the sound plays at half volume after a user gesture; its switch works and survives a reload', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await countTones(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible()
  await buyByApi(page.request, baseURL, account, 1)
  await expect(toastOf(page)).toContainText('Monad Testnet Farmer')
  expect(await tonesOn(page), 'nobody touched the page yet').toBe(0)

  await bellOf(page).click()
  const sound = panelOf(page).getByRole('switch', { name: 'Sound' })
  await expect(sound).toBeChecked()
  await buyByApi(page.request, baseURL, account, 3)
  await expect(toastOf(page)).toContainText('Soneium')
  await expect.poll(() => tonesOn(page)).toBe(2)
  expect(await page.evaluate('volumes')).toEqual([0.5])

  await sound.click()
  await expect(sound).not.toBeChecked()
  await buyByApi(page.request, baseURL, account, 4)
  await expect(toastOf(page)).toContainText('Unichain')
  await page.reload()
  await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible()
  await bellOf(page).click()
  await expect(sound).not.toBeChecked()
  await buyByApi(page.request, baseURL, account, 5)
  await expect(toastOf(page)).toContainText('LayerZero')
  await page.waitForTimeout(500)
  expect(await tonesOn(page)).toBe(0)
  await sound.click()
  await buyByApi(page.request, baseURL, account, 6)
  await expect.poll(() => tonesOn(page)).toBe(2)
})

// spec: panel-badge, bell-tooltip, connection-states
test('a lost live connection shows at the bell at once, and in a toast after ten seconds', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(90_000)
  await registerByApi(page.request, baseURL, newAccount())
  await page.clock.install()
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(main.getByText('Live', { exact: true })).toBeVisible()
  await settled(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const tooltip = page.getByRole('tooltip')
  await bellOf(page).hover()
  await page.clock.runFor(650)
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(tooltip).toHaveText('Notifications')

  await context.setOffline(true)
  await expect(main.getByText('Reconnecting...', { exact: true })).toBeVisible()
  await expect(tooltip).toHaveText('Reconnecting...')
  await page.clock.runFor(9900)
  await expect(toastOf(page)).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(toastOf(page)).toContainText('Notification Service Disconnected')
  await expect(toastOf(page)).toContainText('Real-time updates are unavailable.')
  await expect(main.getByText('Disconnected', { exact: true })).toBeVisible()
  await page.mouse.move(0, 500)
  await bellOf(page).hover()
  await page.clock.runFor(750)
  await expect(tooltip).toHaveText('Disconnected')
  await page.clock.resume()
  await context.setOffline(false)
  await expect(main.getByText('Live', { exact: true })).toBeVisible()
})

// spec: error-server-message
test('a refused test notification shows a toast', async ({ page, baseURL }) => {
  await registerByApi(page.request, baseURL, newAccount())
  await page.goto('/dashboard')
  await page.route('**/api/test-notification', (route) =>
    route.fulfill({ status: 429, json: { success: false, message: 'Wait half a minute.' } }),
  )
  await bellOf(page).click()
  await panelOf(page).getByRole('button', { name: 'Send a test notification' }).click()
  await expect(toastOf(page)).toContainText('ErrorWait half a minute.')
})

test('one Escape closes the notification panel, also while a toast is visible', async ({ page, baseURL }) => {
  await registerByApi(page.request, baseURL, newAccount())
  await page.goto('/dashboard')
  await page
    .getByRole('button', { name: /^Notifications/ })
    .first()
    .click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Send a test notification' }).click()
  await expect(toastOf(page)).toContainText('Test notification')
  await panel.getByRole('button', { name: 'Clear all' }).click()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})
