import { askForFile } from './testing/delivery-consent.ts'
import { newAccount, registerByApi } from './testing/shop.ts'
import { DEEP, expect, type Page, test } from './testing/test.ts'

const toastOf = (page: Page) => page.locator('[data-tone]')
const refusal = (message: string) => ({ status: 500, json: { success: false, message } })

// spec: error-fallbacks
test('a failure without a server message shows the page’s fallback', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  const products = (await (await page.request.get('/api/products?limit=100')).json()).data
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET' && !route.request().url().includes('test-notification')
      ? route.fallback()
      : route.fulfill(refusal('')),
  )
  await page.route('**/api/user/subscriptions*', (route) =>
    route.fulfill({ json: { success: true, data: [subscription(products[0], {})], nextCursor: null } }),
  )
  await page.goto('/dashboard?tab=subscriptions')
  await page.getByRole('button', { name: /^Email Delivery/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send email' }).click()
  await expect(toastOf(page)).toHaveText('ErrorFailed to send product via email')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(toastOf(page)).toContainText('An unexpected error occurred')
  await page.goto('/dashboard?tab=profile')
  await page.getByText('New airdrops').click()
  await page.getByRole('button', { name: 'Save preferences' }).click()
  await expect(toastOf(page)).toHaveText('ErrorProfile update failed')
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current password').fill('whatever it is')
  await form.getByLabel('New password', { exact: true }).fill('a better password')
  await form.getByLabel('Confirm new password').fill('a better password')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(toastOf(page)).toHaveText('ErrorPassword change failed')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('button', { name: 'Send a test notification' }).click()
  await expect(toastOf(page)).toHaveText('ErrorFailed to send test notification')
})

// spec: profile-saved
test('saving the profile reloads the current user', { tag: DEEP }, async ({ page, baseURL }) => {
  await registerByApi(page.request, baseURL, newAccount())
  await page.goto('/dashboard?tab=profile')
  await page.getByText('New airdrops').click()
  const asked = page.waitForRequest('**/api/auth/me')
  await page.getByRole('button', { name: 'Save preferences' }).click()
  await asked
  await expect(toastOf(page)).toContainText('Profile updated successfully')
})

const subscription = (product: { id: number }, input: object) => ({
  id: 1,
  userId: 1,
  productId: product.id,
  status: 'active',
  startDate: '2026-01-01T00:00:00.000Z',
  monthlyPrice: 29.99,
  nextBillingDate: '2027-02-01T00:00:00.000Z',
  cancelAtPeriodEnd: false,
  endsAt: null,
  pastDueSince: null,
  graceEndsAt: null,
  trialEndsAt: null,
  product,
  provider: 'stripe',
  prepaid: false,
  reversed: null,
  ...input,
})

// spec: subscription-buttons
test('a subscription that is not active is greyed, and its two buttons are disabled', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  await registerByApi(page.request, baseURL, newAccount())
  const [product] = (await (await page.request.get('/api/products?limit=1')).json()).data
  const subscriptions = [subscription(product, {}), subscription(product, { id: 2, status: 'past_due' })]
  await page.route('**/api/user/subscriptions*', (route) =>
    route.fulfill({ json: { success: true, data: subscriptions, nextCursor: null } }),
  )
  await page.goto('/dashboard?tab=subscriptions')
  const [active, failed] = [0, 1].map((index) => page.getByRole('main').locator('li:has(h2)').nth(index))
  if (!active || !failed) throw new Error('unreachable')
  await expect(active.getByText('1 Feb 2027')).toBeVisible()
  await expect(active.getByRole('link', { name: 'Access Premium Features' })).toBeVisible()
  await expect(active.getByRole('button', { name: /^Email Delivery/ })).toBeEnabled()
  await expect(active.locator('.product-cover').locator('..')).toHaveCSS('filter', 'none')
  await expect(failed.getByText('Payment failed', { exact: true })).toBeVisible()
  await expect(failed.getByRole('button', { name: 'Access Premium Features' })).toBeDisabled()
  await expect(failed.getByRole('button', { name: /^Email Delivery/ })).toBeDisabled()
  await expect(failed.locator('.product-cover').locator('..')).toHaveCSS('filter', 'grayscale(1)')
})

// spec: referral-stats, referral-colours, recent-referrals-limit
test('the referrals tab shows its counts and the five newest referrals, with a colour for each status', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await registerByApi(page.request, baseURL, newAccount())
  const statuses = ['pending', 'completed', 'paid', 'cancelled', 'paid', 'paid']
  const data = statuses.map((status, index) => ({
    id: 9 - index,
    status,
    createdAt: new Date().toISOString(),
    amount: 4.9 + index,
  }))
  await page.route('**/api/user/referrals*', (route) =>
    route.fulfill({ json: { success: true, data, nextCursor: null } }),
  )
  const stats = (await (await page.request.get('/api/user/referral-stats')).json()).data
  await page.route('**/api/user/referral-stats*', (route) =>
    route.fulfill({
      json: { success: true, data: { ...stats, total: 41, pending: 17, paid: 24, earned: 123.4 } },
    }),
  )
  await page.goto('/dashboard?tab=referrals')
  const main = page.getByRole('main')
  for (const figure of ['41', '17', '24', '$123.40'])
    await expect(main.getByText(figure, { exact: true })).toBeVisible()
  await expect(main.getByText(/You earn 10 percent/)).toBeVisible()
  await expect(main.getByText(/paid out monthly/)).toBeVisible()
  const rows = main.getByRole('heading', { name: 'Recent referrals' }).locator('../..').getByRole('listitem')
  await expect(rows).toHaveCount(5)
  await expect(rows.first()).toContainText('$4.90')
  const colourOf = (label: string) =>
    page.evaluate<string>(
      `getComputedStyle([...document.querySelectorAll('main li span')].find((one) => one.textContent === '${label}')).backgroundColor`,
    )
  for (const [index, [label, hue]] of [
    ['Pending', 'yellow'],
    ['Completed', 'blue'],
    ['Paid', 'green'],
  ].entries()) {
    await expect(rows.nth(index).getByText(label ?? '', { exact: true })).toBeVisible()
    expect(hueOf(await colourOf(label ?? '')), label).toBe(hue)
  }
})

function hueOf(rgb: string): string {
  const [red = 0, green = 0, blue = 0] = (rgb.match(/[\d.]+/g) ?? []).map(Number)
  if (blue < red && blue < green && red >= green) return 'yellow'
  return blue > red && blue > green ? 'blue' : 'green'
}

// spec: checkout-product, checkout-loading
test('the checkout shows a placeholder while it loads, then name, price and description', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  await registerByApi(page.request, baseURL, newAccount())
  const product = (await (await page.request.get('/api/products/1')).json()).data
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/products/1', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/checkout?productId=1&purchaseType=one-time')
  await expect(page.getByText('Loading the checkout')).toBeAttached()
  gate.resolve()
  const order = page.getByRole('region', { name: product.name })
  await expect(order).toContainText(product.description)
  await expect(order).toContainText('$49.00')
  await expect(page.getByText('Loading the checkout')).toHaveCount(0)
})

// spec: cancelled-page
test('Return to Checkout on the cancelled page is a step back in the browser’s history', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  await registerByApi(page.request, baseURL, newAccount())
  await page.goto('/checkout?productId=3&purchaseType=one-time')
  await expect(page.getByRole('list', { name: 'Checkout steps' })).toBeVisible()
  await page.goto('/cancel')
  await page.getByRole('button', { name: 'Return to Checkout' }).click()
  await expect(page).toHaveURL('/checkout?productId=3&purchaseType=one-time')
})

// spec: checkout-email, checkout-email-rule
test('the checkout requires an email address and opens no payment without one', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  await registerByApi(page.request, baseURL, newAccount())
  let asked = 0
  await page.route('**/api/payment/create', (route) => {
    asked += 1
    return route.abort()
  })
  await page.goto('/checkout?productId=1&purchaseType=one-time')
  const email = page.getByLabel('Email')
  await expect(email).toHaveAttribute('type', 'email')
  await expect(email).toHaveAttribute('aria-required', 'true')
  await email.fill('')
  await askForFile(page)
  await page.getByRole('button', { name: /^Pay with Card/ }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  expect(asked).toBe(0)
})
