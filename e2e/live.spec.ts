import { buyByApi, newAccount, registerByApi, watchConsole } from './testing/shop.ts'
import { expect, test } from './testing/test.ts'

// spec: panel-empty
test('notifications sent while the browser is offline appear after reconnecting, once and in order', async ({
  page,
  context,
  baseURL,
}) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await page.goto('/dashboard')
  const bell = page.getByRole('button', { name: /notifications/i }).first()
  await bell.click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('Live', { exact: true })).toBeVisible()
  await expect(panel.getByText('No notifications yet')).toBeVisible()

  await context.setOffline(true)
  await expect(panel.getByText(/Reconnecting|Disconnected/).first()).toBeVisible({ timeout: 50_000 })
  // The test's own calls do not go through the page's network.
  for (const product of [1, 3]) {
    const payment = await buyByApi(page.request, baseURL, account, product)
    const status = async () => (await (await page.request.get(`/api/payment/${payment}`)).json()).data.status
    await expect.poll(status).toBe('completed')
  }
  await expect(panel.getByText(/ready to download/)).toHaveCount(0)
  await context.setOffline(false)
  await expect(panel.getByText('Live', { exact: true })).toBeVisible({ timeout: 40_000 })
  const notices = panel.getByText(/ready to download/)
  await expect(notices).toHaveCount(2)
  await expect(notices.nth(0)).toContainText('Soneium')
  await expect(notices.nth(1)).toContainText('Monad')
})

// spec: current-user-401
test('a purchase shows in a second tab of the same account, and logging out ends its live connection', async ({
  context,
  baseURL,
}) => {
  const account = newAccount()
  const first = await context.newPage()
  const complaints = watchConsole(first)
  await registerByApi(context.request, baseURL, account)
  await first.goto('/dashboard')
  const second = await context.newPage()
  const connected = second.waitForEvent('websocket')
  await second.goto('/dashboard')
  await expect(second.getByText('No purchases found.')).toBeVisible()
  await buyByApi(context.request, baseURL, account, 4)
  for (const tab of [first, second]) {
    await expect(tab.getByRole('main').getByText('Unichain Liquidity Planner').first()).toBeVisible()
  }
  const closed = (await connected).waitForEvent('close')
  await first
    .getByRole('button', { name: /log ?out/i })
    .first()
    .click()
  await closed
  await expect(second).toHaveURL(/\/auth|\/$/)
  expect(complaints).toEqual([])
})
