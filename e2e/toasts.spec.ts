import { newAccount, registerByApi, registerOn } from './testing/shop.ts'
import { settled } from './testing/sound.ts'
import { DEEP, expect, type Page, test, type WebSocketRoute } from './testing/test.ts'

const toastOf = (page: Page) => page.locator('[data-tone]')
const region = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' })
const refusal = (message: string) => ({ status: 500, json: { success: false, message } })

/** Makes a logout fail, so that a toast shows `message`. */
async function fail(page: Page, message: string) {
  await page.unroute('**/api/auth/logout')
  await page.route('**/api/auth/logout', (route) => route.fulfill(refusal(message)))
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(toastOf(page)).toContainText(message)
}

/** Plays the hub for this page's live connection, and records the delays of the page's `setTimeout` calls. */
async function openFakeConnection(page: Page, notifications: unknown[] = []) {
  let seq = 0
  let connection: WebSocketRoute | undefined
  await page.addInitScript({
    content: `globalThis.waits = []
      const wait = setTimeout
      globalThis.setTimeout = (run, ms, ...rest) => { waits.push(ms); return wait(run, ms, ...rest) }`,
  })
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    connection = socket
    socket.onMessage((text) => (text === 'ping' ? socket.send('pong') : undefined))
    socket.send(JSON.stringify({ type: 'welcome', seq: 0, notifications, complete: true }))
  })
  return {
    say: (message: object) => {
      seq += 1
      connection?.send(JSON.stringify({ ...message, seq }))
    },
    waits: () => page.evaluate<number[]>('waits'),
  }
}

const notification = (input: object) => ({
  id: crypto.randomUUID(),
  title: 'News',
  message: 'Something happened.',
  type: 'info',
  read: false,
  timestamp: new Date().toISOString(),
  ...input,
})

test.describe('a toast', () => {
  test.beforeEach(async ({ page, baseURL }) => {
    await registerByApi(page.request, baseURL, newAccount())
    await page.goto('/changelog')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
  })

  // spec: one-toast
  test('is replaced by the next one', async ({ page }) => {
    await fail(page, 'The first.')
    await fail(page, 'The second.')
    await expect(toastOf(page)).toHaveCount(1)
    await expect(page.getByText('The first.')).toHaveCount(0)
  })

  // spec: toast-hotkey
  test('is reached with F8', async ({ page }) => {
    await fail(page, 'Read me.')
    const list = region(page).getByRole('list')
    await expect(list).not.toBeFocused()
    await page.keyboard.press('F8')
    await expect(list).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(toastOf(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(toastOf(page)).toHaveCount(0)
  })

  // spec: swipe
  test('is swiped away by more than 50 px, and stays for less', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const [distance, left] of [
      [48, 1],
      [52, 0],
    ] as const) {
      await fail(page, `Swipe me by ${distance}.`)
      // The pointer on the toast also stops the toast's timer.
      await toastOf(page).hover({ position: { x: 40, y: 20 } })
      const box = await toastOf(page).boundingBox()
      const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20]
      await page.mouse.down()
      await page.mouse.move(x + distance / 2, y)
      await page.mouse.move(x + distance, y)
      await expect(toastOf(page)).toHaveAttribute('data-swipe', 'move')
      await page.mouse.up()
      if (left === 1) await expect(toastOf(page)).toHaveAttribute('data-swipe', 'cancel')
      await expect(toastOf(page)).toHaveCount(left)
    }
  })
})

test.describe('a live message', () => {
  // spec: dashboard-refresh, toast-times
  test('dashboard_refresh reloads the lists and says so for three seconds', { tag: DEEP }, async ({
    page,
    baseURL,
  }) => {
    await registerByApi(page.request, baseURL, newAccount())
    const connection = await openFakeConnection(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: 'Referrals' }).click()
    await settled(page)
    await page.getByRole('tab', { name: 'Overview' }).click()
    await expect(page.getByText('No purchases found.')).toBeVisible()
    await settled(page)
    const asked = ['/api/my-products', '/api/user/purchases', '/api/user/subscriptions'].map((path) =>
      page.waitForRequest((request) => new URL(request.url()).pathname === path),
    )
    expect(await connection.waits()).not.toContain(3000)
    connection.say({ type: 'dashboard_refresh' })
    await expect(toastOf(page)).toContainText('Dashboard Updated')
    await Promise.all(asked)
    expect(await connection.waits()).toContain(3000)
    // A list that is not on the screen is reloaded when its tab is opened.
    const referrals = page.waitForRequest('**/api/user/referrals*')
    await page.getByRole('tab', { name: 'Referrals' }).click()
    await referrals
    await expect(toastOf(page)).toHaveCount(0)
  })

  // spec: notification-limit, notification-toast, toast-times
  test('with a notification shows a toast for five seconds and is first in the bell’s list of twenty', async ({
    page,
    baseURL,
  }) => {
    await registerByApi(page.request, baseURL, newAccount())
    const kept = Array.from({ length: 20 }, (_, index) =>
      notification({ title: `Kept ${index}`, read: true }),
    )
    const connection = await openFakeConnection(page, kept)
    await page.goto('/dashboard')
    await expect(page.getByRole('main').getByText('Kept 0')).toBeVisible()
    expect(await connection.waits()).not.toContain(5000)
    connection.say({
      type: 'notification',
      data: notification({ title: 'The newest' }),
      timestamp: kept[0]?.timestamp,
    })
    await expect(toastOf(page)).toContainText('The newest')
    await expect(toastOf(page)).toContainText('Something happened.')
    expect(await connection.waits()).toContain(5000)
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    const items = page.getByRole('dialog').getByRole('listitem')
    await expect(items).toHaveCount(20)
    await expect(items.first()).toContainText('The newest')
    await expect(items.last()).toContainText('Kept 18')
  })

  // spec: notification-icon
  test('shows each kind of notification with its own icon', async ({ page, baseURL }) => {
    await registerByApi(page.request, baseURL, newAccount())
    const icons = {
      info: 'info',
      success: 'circle-check',
      warning: 'triangle-alert',
      error: 'circle-alert',
      purchase: 'shopping-bag',
      purchase_completed: 'shopping-bag',
      subscription_created: 'repeat',
      admin_update: 'shield-check',
    }
    await openFakeConnection(
      page,
      Object.keys(icons).map((type) => notification({ type, title: `Of ${type}.` })),
    )
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Notifications, 8 unread' }).click()
    for (const [type, icon] of Object.entries(icons)) {
      const item = page
        .getByRole('dialog')
        .getByRole('listitem')
        .filter({ hasText: `Of ${type}.` })
      await expect(item.locator('svg').first(), type).toHaveClass(new RegExp(`\\blucide-${icon}\\b`))
    }
  })
})

// spec: bell-tooltip, tooltip-time
test('the bell’s tooltip opens after 700 ms', async ({ page, baseURL }) => {
  await registerByApi(page.request, baseURL, newAccount())
  const connection = await openFakeConnection(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible()
  expect(await connection.waits()).not.toContain(700)
  // The bell's code may load after the pointer has come. Then only another hover opens the tooltip.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await page.getByRole('button', { name: /^Notifications/ }).hover()
    await expect(page.getByRole('tooltip')).toHaveText('Notifications', { timeout: 2000 })
  }).toPass()
  expect(await connection.waits()).toContain(700)
})

test.describe('signing in and out', () => {
  // spec: current-user-401, account-toasts
  test('shows a toast: a registration and a login greet by name', async ({ page }) => {
    const account = newAccount()
    await page.goto('/auth')
    await registerOn(page, account)
    await expect(toastOf(page)).toHaveText(`Registration successfulWelcome, ${account.username}`)
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expect(toastOf(page)).toHaveText('Logged outYou have been logged out successfully')
    await page.goto('/auth')
    await page.getByLabel('Username').fill(account.username)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('tabpanel').getByRole('button', { name: 'Login' }).click()
    await expect(toastOf(page)).toHaveText(`Login successfulWelcome back, ${account.username}`)
  })

  // spec: error-logout
  test('shows the reason of a failed logout and keeps the session', async ({ page, baseURL }) => {
    await registerByApi(page.request, baseURL, newAccount())
    await page.goto('/dashboard')
    await page.route('**/api/auth/logout', (route) => route.fulfill(refusal('The server said so.')))
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expect(toastOf(page)).toHaveText('Logout failedThe server said so.')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeEnabled()
  })
})

test('a click on the bell works while the code of its tooltip loads', async ({ page, baseURL }) => {
  await registerByApi(page.request, baseURL, newAccount())
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(/\/assets\/tooltip-.*\.js$/, async (route) => {
    const response = await route.fetch()
    asked.push(route.request().url())
    await released
    await route.fulfill({ response })
  })
  await page.goto('/dashboard')
  await expect.poll(() => asked).toHaveLength(1)
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await bell.hover()
  await page.mouse.down()
  release()
  await settled(page)
  await page.mouse.up()
  await expect(page.getByRole('dialog')).toBeVisible()
  // The tooltip works after the pointer has left the button.
  await page.keyboard.press('Escape')
  await page.getByRole('main').click()
  await bell.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Notifications')
})
