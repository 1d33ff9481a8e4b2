import { newAccount, registerByApi, registerOn } from './testing/shop.ts'
import { settled } from './testing/sound.ts'
import { expect, type Page, test, type WebSocketRoute } from './testing/test.ts'

const toastOf = (page: Page) => page.locator('[data-tone]')
const region = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' })
const refusal = (message: string) => ({ status: 500, json: { success: false, message } })

/** Leaves a toast that names its number. */
async function fail(page: Page, message: string) {
  await page.unroute('**/api/auth/logout')
  await page.route('**/api/auth/logout', (route) => route.fulfill(refusal(message)))
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(toastOf(page)).toContainText(message)
}

/** The hub's end of this page's line, and what the page asks the clock for. */
async function holdLine(page: Page, notifications: unknown[] = []) {
  let seq = 0
  let line: WebSocketRoute | undefined
  await page.addInitScript({
    content: `globalThis.waits = []
      const wait = setTimeout
      globalThis.setTimeout = (run, ms, ...rest) => { waits.push(ms); return wait(run, ms, ...rest) }`,
  })
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    line = socket
    socket.onMessage((text) => (text === 'ping' ? socket.send('pong') : undefined))
    socket.send(JSON.stringify({ type: 'welcome', seq: 0, notifications, complete: true }))
  })
  return {
    say: (message: object) => {
      seq += 1
      line?.send(JSON.stringify({ type: 'message', seq, message }))
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
      // The pointer on it also stops its clock.
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
  test('dashboard_refresh reloads the lists and says so for three seconds', async ({ page, baseURL }) => {
    await registerByApi(page.request, baseURL, newAccount())
    const line = await holdLine(page)
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
    expect(await line.waits()).not.toContain(3000)
    line.say({ type: 'dashboard_refresh' })
    await expect(toastOf(page)).toContainText('Dashboard Updated')
    await Promise.all(asked)
    expect(await line.waits()).toContain(3000)
    // What is not on the screen is asked for again when it is opened.
    const referrals = page.waitForRequest('**/api/user/referrals*')
    await page.getByRole('tab', { name: 'Referrals' }).click()
    await referrals
    await expect(toastOf(page)).toHaveCount(0)
  })

  // spec: notification-limit, notification-toast, toast-times
  test('of a notification is a toast for five seconds and on top of the bell’s list of twenty', async ({
    page,
    baseURL,
  }) => {
    await registerByApi(page.request, baseURL, newAccount())
    const kept = Array.from({ length: 20 }, (_, index) =>
      notification({ title: `Kept ${index}`, read: true }),
    )
    const line = await holdLine(page, kept)
    await page.goto('/dashboard')
    await expect(page.getByRole('main').getByText('Kept 0')).toBeVisible()
    expect(await line.waits()).not.toContain(5000)
    line.say({
      type: 'notification',
      data: notification({ title: 'The newest' }),
      timestamp: kept[0]?.timestamp,
    })
    await expect(toastOf(page)).toContainText('The newest')
    await expect(toastOf(page)).toContainText('Something happened.')
    expect(await line.waits()).toContain(5000)
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
    await holdLine(
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
test('the bell’s tooltip waits 700 ms', async ({ page, baseURL }) => {
  await registerByApi(page.request, baseURL, newAccount())
  const line = await holdLine(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible()
  expect(await line.waits()).not.toContain(700)
  // The pointer does not move when the bell's code has loaded: only a pointer that comes again opens it.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await page.getByRole('button', { name: /^Notifications/ }).hover()
    await expect(page.getByRole('tooltip')).toHaveText('Notifications', { timeout: 2000 })
  }).toPass()
  expect(await line.waits()).toContain(700)
})

test.describe('coming and going', () => {
  // spec: current-user-401, account-toasts
  test('a registration, a logout and a login greet by name', async ({ page }) => {
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
  test('a logout that fails says why and leaves one signed in', async ({ page, baseURL }) => {
    await registerByApi(page.request, baseURL, newAccount())
    await page.goto('/dashboard')
    await page.route('**/api/auth/logout', (route) => route.fulfill(refusal('The server said so.')))
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expect(toastOf(page)).toHaveText('Logout failedThe server said so.')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeEnabled()
  })
})

test('a press on the bell counts while the code of its tooltip arrives', async ({ page, baseURL }) => {
  await registerByApi(page.request, baseURL, newAccount())
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(/\/assets\/tooltip-.*\.js$/, async (route) => {
    const response = await route.fetch()
    // The bell needs the code itself; its button waits for the small file that names it.
    if ((await response.body()).length < 500) {
      asked.push(route.request().url())
      await held
    }
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
  // Its tooltip is there once the button was left.
  await page.keyboard.press('Escape')
  await page.getByRole('main').click()
  await bell.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Notifications')
})
