import { movePointer, newAccount, registerByApi, startApp } from './testing/shop.ts'
import { settled } from './testing/sound.ts'
import { expect, type Page, test } from './testing/test.ts'

/**
 * Fails requests for this code until the document is loaded again (`start` -1: for the first time), like a browser that keeps a failed module. Returns
 * the number of documents since then.
 */
async function keepFailing(page: Page, code: string, start = 0) {
  let documents = start
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1
  })
  await page.route(code, (route) => (documents <= 0 ? route.abort() : route.continue()))
  return () => documents
}

test('a page first opened without a network is there once the network is back, after one reload', async ({
  page,
  context,
}) => {
  await page.goto('/products')
  await movePointer(page)
  await settled(page)
  // Another part was missing a moment ago.
  await page.evaluate("sessionStorage.setItem('reloadedAt', String(Date.now()))")
  const documents = await keepFailing(page, '**/assets/refund-policy-page-*.js')
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refund policy' }).click()
  await expect(page.getByRole('main').getByText('You are offline')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Refund policy' })).toBeVisible()
  await settled(page)
  expect(documents()).toBe(1)
})

test('text typed without a network before the app has loaded is still there once the network is back', async ({
  page,
  context,
}) => {
  let isDown = true
  await page.route(/\/assets\/.*\.js$/, (route) => (isDown ? route.abort() : route.continue()))
  await page.goto('/auth?tab=register')
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed')
  await page.getByLabel('Username').fill('somebody')
  await failed
  await page.getByLabel('Email').fill('somebody@buyer.example')
  isDown = false
  await context.setOffline(false)
  await expect(page.locator('html')).toHaveAttribute('data-app', 'running')
  await expect(page.getByLabel('Username')).toHaveValue('somebody')
  await expect(page.getByLabel('Email')).toHaveValue('somebody@buyer.example')
})

test('a part that failed without a network appears afterwards, but typed text is not lost for it', async ({
  page,
  context,
  baseURL,
}) => {
  await registerByApi(page.request, baseURL, newAccount())
  const documents = await keepFailing(page, '**/assets/bell-*.js', -1)
  await page.goto('/dashboard?tab=profile')
  const field = page.getByLabel('Current password')
  await field.fill('half a pass')
  const lose = async () => {
    await context.setOffline(true)
    await expect(page.getByText('You are offline')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('You are offline')).toBeHidden()
  }
  await lose()
  await settled(page)
  expect(documents()).toBe(0)
  await expect(field).toHaveValue('half a pass')
  await field.fill('')
  await lose()
  await expect(page.getByRole('banner').getByRole('button', { name: /Notifications/ })).toBeVisible()
  expect(documents()).toBe(1)
})

test('an order without an account that is sent without a network, right after the app started, says that nothing was sent', async ({
  page,
  context,
}) => {
  await page.route(/\/assets\/(email-check|toast-region)-[^/]*\.js$/, (route) => route.abort())
  await page.goto('/products/monad')
  await startApp(page)
  await context.setOffline(true)
  const form = page.getByRole('form', { name: 'Buy without an account' })
  await form.getByLabel('Email').fill('guest@buyer.example')
  await form.getByRole('button', { name: 'Buy without an account' }).click()
  await expect(page.getByRole('alert').getByText('Nothing was sent')).toBeVisible()
  await context.setOffline(false)
})
