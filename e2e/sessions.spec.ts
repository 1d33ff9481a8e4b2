import { logInAsAdmin, newAccount, ownOrigin, registerByApi, startApp } from './testing/shop.ts'
import { expect, test } from './testing/test.ts'

const LOG_OUT = { name: 'Logout', exact: true }

test('a browser that lost the readable cookie but has a session is logged in on the next page, at once', async ({
  page,
  context,
  baseURL,
}) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await context.clearCookies({ name: 'signed_in' })
  await page.goto('/products')
  await expect(page.getByRole('button', LOG_OUT)).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name)).toContain('signed_in')
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a visitor without a session gets no cookie and makes no call about an account', async ({
  page,
  context,
}) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto('/products')
  await page.getByRole('link', { name: 'Login' }).first().hover()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(calls.filter((path) => path.startsWith('/api/auth'))).toEqual([])
  expect(await context.cookies()).toEqual([])
})

test('a login and a logout in another tab show in this one when the reader is back', async ({
  page,
  baseURL,
}) => {
  const comeBack = () => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  const login = page.getByRole('banner').getByRole('link', { name: 'Login' })
  await page.goto('/auth?tab=login')
  await startApp(page)
  await registerByApi(page.request, baseURL, newAccount())
  await comeBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/products')
  await expect(page.getByRole('button', LOG_OUT)).toBeVisible()
  await page.request.post('/api/auth/logout', { headers: ownOrigin(baseURL) })
  await comeBack()
  await expect(login).toBeVisible()
})

test('a logout removes drafts from the tab, and keeps the theme', async ({ page, baseURL }) => {
  await registerByApi(page.request, baseURL, newAccount())
  await page.goto('/dashboard')
  await page.evaluate(() => {
    sessionStorage.setItem('inbox-answer-7', 'not sent yet')
    localStorage.setItem('theme', 'dark')
  })
  await page.getByRole('button', LOG_OUT).click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  const kept = await page.evaluate(() => [
    sessionStorage.getItem('inbox-answer-7'),
    localStorage.getItem('theme'),
  ])
  expect(kept).toEqual([null, 'dark'])
})

test('drafts of a session that ended elsewhere are gone when the page asks for the user', async ({
  page,
  baseURL,
}) => {
  await registerByApi(page.request, baseURL, newAccount())
  await page.goto('/dashboard')
  await page.evaluate(() => sessionStorage.setItem('inbox-answer-7', 'not sent yet'))
  const copy = await page.request.storageState()
  await page.request.post('/api/auth/logout', { headers: { origin: baseURL ?? '' } })
  await page.context().addCookies(copy.cookies)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/auth/)
  expect(await page.evaluate(() => sessionStorage.getItem('inbox-answer-7'))).toBeNull()
})

test('calls that were under way while the session got a new token are repeated', async ({
  page,
  baseURL,
}) => {
  await logInAsAdmin(page.request, baseURL)
  const refused: string[] = []
  const refuseFirst = (path: string) =>
    page.route(`**${path}`, (route) => {
      if (refused.includes(path)) return route.fallback()
      refused.push(path)
      return route.fulfill({ status: 401, json: { success: false, message: 'Authentication required' } })
    })
  await refuseFirst('/api/auth/me')
  await refuseFirst('/api/coupons?*')
  await page.goto('/secure-management/admin-dashboard?tab=coupons')
  await expect(page.getByRole('link', { name: 'Export CSV' })).toBeVisible()
  await expect.poll(() => refused).toHaveLength(2)
})
