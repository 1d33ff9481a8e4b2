import { PAGE_PATHS } from '#shared/pages/page-table.ts'
import { askForFile } from './testing/delivery-consent.ts'
import { newAccount, registerByApi, startApp, watchConsole } from './testing/shop.ts'
import { expectSound, SOUND_PAGES, settled, WIDTHS } from './testing/sound.ts'
import { expect, type Page, SOUND, test } from './testing/test.ts'

async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('main')).toBeVisible()
  await settled(page)
}

for (const path of SOUND_PAGES.visitor) {
  // spec: route-success
  test(`${path} is sound at every width, in both themes, without console errors or warnings`, {
    tag: SOUND,
  }, async ({ page }) => {
    test.setTimeout(120_000)
    const complaints = watchConsole(page)
    // One load is enough: public.spec.ts checks for console errors and warnings at another width.
    await page.setViewportSize({ width: WIDTHS[0], height: 900 })
    await open(page, path)
    await expectSound(page, path)
    expect(complaints).toEqual([])
  })
}

for (const path of SOUND_PAGES.customer) {
  test(`${path} is sound at every width, in both themes, without console errors or warnings`, {
    tag: SOUND,
  }, async ({ page, baseURL }) => {
    test.setTimeout(120_000)
    await registerByApi(page.request, baseURL, newAccount())
    const complaints = watchConsole(page)
    await expectSound(page, path, { prepare: () => open(page, path) })
    expect(complaints).toEqual([])
  })
}

// spec: route-not-found
test('an unknown address shows a 404 page; a missing file gets no HTML page', async ({ page, request }) => {
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  const missing = await request.get('/assets/missing.js', { headers: { accept: '*/*' } })
  expect(missing.status()).toBe(404)
  expect(missing.headers()['content-type']).not.toContain('html')
})

test('a new page opens at its top with the focus, and a step back or a reload keeps the place in the old one', async ({
  page,
}) => {
  const place = () => page.evaluate<number>('scrollY')
  await page.setViewportSize({ width: 1440, height: 700 })
  await open(page, '/products')
  await startApp(page)
  await page.evaluate("scrollTo({ top: 500, behavior: 'instant' })")
  // A real click would scroll to the link.
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).dispatchEvent('click')
  await expect(page).toHaveURL(/\/auth/)
  await expect(page.getByRole('main')).toBeFocused()
  expect(await place()).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/products/)
  await expect.poll(place).toBe(500)
  await page.reload()
  await expect.poll(place).toBe(500)
})

test('a download link without access answers a browser with a page and a program with JSON', async ({
  page,
  request,
}) => {
  const answer = await page.goto('/api/download/file/1')
  expect(answer?.status()).toBe(401)
  await expect(page.getByText('Please log in to continue.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open your dashboard' })).toBeVisible()
  const json = await request.get('/api/download/file/1?token=1.1.abc.def')
  expect(json.status()).toBe(403)
  expect(await json.json()).toMatchObject({ success: false, message: expect.stringContaining('not valid') })
})

// spec: every-page-sound
test('every page of the shop is checked for soundness by some spec, and no address twice', () => {
  const addresses: string[] = Object.values(SOUND_PAGES).flat()
  expect(new Set(addresses).size).toBe(addresses.length)
  const checked = addresses.map((address) => new URL(address, 'http://shop.invalid').pathname)
  const isChecked = (page: string) => {
    const shape = new RegExp(`^${page.replace(/:[^/]+/g, '[^/]+')}$`)
    return checked.some((path) => shape.test(path))
  }
  expect(PAGE_PATHS.length).toBeGreaterThan(20)
  expect(PAGE_PATHS.filter((page) => !isChecked(page))).toEqual([])
})

test('the server answers 200 for every page, and 404 for unknown paths below', async ({ request }) => {
  const known = PAGE_PATHS.map((path) =>
    path.replace(':slug', 'monad').replace(':index', '0').replace(':reference', 'wf-7k3m-q9tx'),
  )
  for (const path of known) {
    const answer = await request.get(path, { headers: { accept: 'text/html' } })
    expect(answer.status(), path).toBe(200)
    expect(answer.headers()['content-security-policy'], path).toContain("frame-ancestors 'none'")
  }
  for (const path of known.map((path) => `${path}/no-such-page`.replace('//', '/'))) {
    const answer = await request.get(path, { headers: { accept: 'text/html' } })
    expect(answer.status(), path).toBe(404)
  }
})

test('the landing page shows its content with scripts off', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Flexible Pricing Plans' })).toBeVisible()
  await context.close()
})

// spec: route-dashboard
test('the dashboard sends a visitor to the login with a message', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/auth/)
  await expect(page.getByText('You need to be logged in to view this page.').first()).toBeVisible()
})

test('the login page tells a guest buyer where the purchase appears', async ({ page }) => {
  await page.goto('/dashboard?payment=complete')
  await expect(page).toHaveURL(/\/auth/)
  await expect(page.getByText(/a receipt and a download link come by email/).first()).toBeVisible()
})

// spec: auth-tabs, register-passwords
test('login and registration show the specified messages', async ({ page }) => {
  await page.goto('/auth')
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /log ?in/i })
    .click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await page.getByRole('tab', { name: 'Register' }).click()
  const form = page.getByRole('tabpanel', { name: 'Register' })
  await form.getByLabel('Username').fill('someone')
  await form.getByLabel('Email').fill('someone@buyer.example')
  await form.getByLabel('Password', { exact: true }).fill('long enough 1')
  await form.getByLabel('Confirm password').fill('long enough 2')
  await form.getByRole('button', { name: /^(create account|register|sign up)$/i }).click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
})

test('a wrong password is refused once, in a toast that goes at the next attempt, and a right one leads to the dashboard', async ({
  page,
}) => {
  await page.goto('/auth')
  await page.getByLabel('Username').fill('demo')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  const submit = page.getByRole('tabpanel').getByRole('button', { name: /log ?in/i })
  await submit.click()
  const refusal = page.locator('[data-tone]').filter({ hasText: 'Login failed' })
  await expect(refusal).toContainText('Invalid username or password')
  await expect(page.getByRole('main').getByText('Invalid username or password')).toHaveCount(0)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/auth/login', async (route) => {
    await answered
    await route.continue()
  })
  await page.getByLabel('Username').fill('demo@windfall.example')
  await page.getByLabel('Password', { exact: true }).fill('demo-password')
  await submit.press('Enter')
  await expect(refusal).toHaveCount(0)
  answer()
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByText('Login successful').first()).toBeVisible()
})

test('a declined card creates no purchase, and a later payment succeeds', async ({ page, baseURL }) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await page.goto('/checkout?productId=6&purchaseType=one-time')
  await askForFile(page)
  await page.getByRole('button', { name: /^Pay with Card/ }).click()
  await page.getByRole('button', { name: /decline/i }).click()
  await expect(page).toHaveURL(/declined=1/)
  expect((await (await page.request.get('/api/user/purchases')).json()).data).toEqual([])
  await page.getByRole('button', { name: /^cancel/i }).click()
  await expect(page).toHaveURL(/\/cancel/)
  await page
    .getByRole('link', { name: 'Return to Checkout' })
    .or(page.getByRole('button', { name: 'Return to Checkout' }))
    .click()
  await askForFile(page)
  await page.getByRole('button', { name: /^Pay with Card/ }).click()
  await page.getByRole('button', { name: /^pay/i }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
})
