import { readFile } from 'node:fs/promises'
import { askForFile } from './testing/delivery-consent.ts'
import {
  newAccount,
  ownOrigin,
  receiptsTo,
  registerByApi,
  registerOn,
  sha256,
  watchConsole,
} from './testing/shop.ts'
import { type APIRequestContext, expect, type Page, test } from './testing/test.ts'

/** A $49.00 script. */
const SCRIPT = 'productId=1&purchaseType=one-time'

const toast = (page: Page) => page.getByRole('region', { name: /notifications/i }).getByRole('listitem')
const main = (page: Page) => page.getByRole('main')

let count = 0
/** Creates a 20% coupon as an admin. Returns its code, and functions that change it and count its uses. */
async function aCoupon(request: APIRequestContext, baseURL: string | undefined, form: object = {}) {
  const headers = ownOrigin(baseURL)
  const login = { username: 'admin', password: 'admin-password' }
  expect((await request.post('/api/auth/login', { data: login, headers })).status()).toBe(200)
  count += 1
  const code = `E2E${Date.now().toString(36)}${count}`.toUpperCase()
  const made = await request.post('/api/coupons', {
    data: { code, discountType: 'percentage', discountValue: 0.2, description: 'A fifth off', ...form },
    headers,
  })
  expect(made.status()).toBe(201)
  const { id } = (await made.json()).data
  const change = async (data: object) =>
    expect((await request.patch(`/api/coupons/${id}`, { data, headers })).status()).toBe(200)
  const uses = async () => {
    const { data } = await (await request.get(`/api/coupons?q=${code}`)).json()
    return data[0].usageCount as number
  }
  return { code, change, uses }
}

async function atCheckout(page: Page, baseURL: string | undefined, query = SCRIPT) {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await page.goto(`/checkout?${query}`)
  await expect(page.getByLabel('Coupon code')).toBeVisible()
  return account
}

async function apply(page: Page, code: string) {
  await page.getByLabel('Coupon code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Apply' }).click()
}

// spec: checkout-coupon-paid
test('a coupon reduces the price at the checkout, on the payment page and on the dashboard, and is used once', async ({
  page,
  request,
  baseURL,
}) => {
  const complaints = watchConsole(page)
  const { code, uses } = await aCoupon(request, baseURL)
  await atCheckout(page, baseURL)
  await apply(page, code)
  await expect(page.getByText(`${code} applied: 20% off`, { exact: true })).toBeVisible()
  await expect(page.getByText('−$9.80')).toBeVisible()
  await askForFile(page)
  await page.getByRole('button', { name: 'Pay with Card - $39.20' }).click()

  await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//)
  await expect(page.getByText('$39.20').first()).toBeVisible()
  expect(await uses()).toBe(1)

  // Back without paying: the code still works, and the checkout leads to the same payment page.
  const payPage = page.url()
  await page.goto(`/checkout?${SCRIPT}`)
  await askForFile(page)
  await page.getByRole('button', { name: 'Pay with Card - $39.20' }).click()
  await expect(page).toHaveURL(payPage)
  expect(await uses()).toBe(1)

  await page.getByRole('button', { name: /^pay/i }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(main(page).getByText('$39.20')).toBeVisible()
  await page.getByRole('link', { name: /go to dashboard/i }).click()
  await expect(main(page).getByText('$39.20').first()).toBeVisible()
  expect(await uses()).toBe(1)
  expect(complaints).toEqual([])
})

test('a coupon refused before the code that reads the answer has loaded says so, with no error besides', async ({
  page,
  baseURL,
}) => {
  const errors: unknown[] = []
  page.on('pageerror', (error) => errors.push(error))
  const refused = page.waitForResponse('**/api/coupons/validate')
  await page.route('**/assets/coupon-answer-*.js', async (route) => {
    await refused
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
    await route.continue()
  })
  await atCheckout(page, baseURL)
  await apply(page, 'NO-SUCH-CODE')
  await expect(toast(page)).toContainText('This coupon code is not valid.')
  expect(errors).toEqual([])
})

// spec: checkout-email, coupon-states
test('a coupon link is carried to the checkout; coupon and email stay after Cancel, Back and reload until the coupon ends', async ({
  page,
  request,
  baseURL,
}) => {
  const { code, change } = await aCoupon(request, baseURL, { maxUsesPerUser: 3 })
  await registerByApi(page.request, baseURL, newAccount())
  const pay = page.getByRole('button', { name: /^Pay with Card/ })
  const email = page.getByLabel('Email')
  const isKept = async () => {
    await expect(page.getByRole('button', { name: 'Pay with Card - $39.20' })).toBeEnabled()
    await expect(email).toHaveValue('other@buyer.example')
  }
  await page.goto(`/products/monad?coupon=${code.toLowerCase()}`)
  await main(page)
    .getByRole('button', { name: /^Buy Now/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/checkout\?productId=1/)
  await expect(toast(page)).toContainText('Coupon applied to purchase')
  await email.fill('other@buyer.example')
  await isKept()

  await askForFile(page)
  await pay.click()
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  await page.getByRole('link', { name: 'Return to Checkout' }).click()
  await isKept()
  await askForFile(page)
  await pay.click()
  await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//)
  await page.goBack()
  await isKept()
  await page.reload()
  await isKept()

  await change({ isActive: false })
  await page.reload()
  await expect(toast(page)).toContainText('This coupon is no longer active.')
  await expect(page.getByRole('button', { name: 'Pay with Card - $49.00' })).toBeEnabled()
  await expect(email).toHaveValue('other@buyer.example')
  await page.reload()
  await expect(page.getByLabel('Coupon code')).toHaveValue('')

  await change({ isActive: true })
  await page.goto(`/pricing?coupon=${code}`)
  await page.getByRole('button', { name: 'Pay with Credit Card' }).first().click()
  await expect(page.getByText(`${code} applied: 20% off`, { exact: true })).toBeVisible()
})

// spec: checkout-free
test('a free order needs no payment and gives the file and a receipt', async ({ page, request, baseURL }) => {
  const complaints = watchConsole(page)
  const { code, uses } = await aCoupon(request, baseURL, { discountType: 'free_product', discountValue: 100 })
  const account = await atCheckout(page, baseURL)
  await apply(page, code)
  await expect(page.getByText(`${code} applied: Free`, { exact: true })).toBeVisible()
  await expect(page.getByText('You pay nothing')).toBeVisible()
  await expect(page.getByText('The payment page keeps this price')).toBeHidden()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.getByRole('button', { name: 'Get it free' }).click()

  await expect(page).toHaveURL(/\/success\?session_id=\d+&source=free/)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(main(page).getByText('$0.00')).toBeVisible()
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download', exact: true }).click()
  const file = await readFile(await (await started).path())
  const product = (await (await request.get('/api/products/1')).json()).data
  expect(sha256(file)).toBe(product.sha256)

  await expect
    .poll(async () => (await receiptsTo(request, account.email)).length, { timeout: 20_000 })
    .toBe(1)
  expect(await uses()).toBe(1)
  expect(complaints).toEqual([])
})

test('a coupon that has ended is refused with the reason, and the price stays', async ({
  page,
  request,
  baseURL,
}) => {
  const { code } = await aCoupon(request, baseURL, { startDate: '2026-01-01', endDate: '2026-01-02' })
  await atCheckout(page, baseURL)
  await apply(page, code)
  await expect(toast(page)).toContainText('Invalid coupon')
  await expect(toast(page)).toContainText('This coupon has expired.')
  await expect(page.getByRole('button', { name: 'Pay with Card - $49.00' })).toBeEnabled()
})

// spec: checkout-coupon-paid
test('a coupon switched off between applying and paying: nothing is charged, the full price is offered', async ({
  page,
  request,
  baseURL,
}) => {
  const { code, change } = await aCoupon(request, baseURL)
  await atCheckout(page, baseURL)
  await apply(page, code)
  await expect(page.getByRole('button', { name: 'Pay with Card - $39.20' })).toBeVisible()
  await change({ isActive: false })
  await askForFile(page)
  await page.getByRole('button', { name: 'Pay with Card - $39.20' }).click()
  await expect(toast(page)).toContainText('Invalid coupon')
  await expect(toast(page)).toContainText('This coupon is no longer active.')
  await expect(
    page.getByText(
      'This coupon is no longer active. Nothing was charged. Without the coupon it costs $49.00.',
    ),
  ).toBeVisible()
  await askForFile(page)
  await page.getByRole('button', { name: 'Pay with Card - $49.00' }).click()
  await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//)
  await expect(page.getByText('$49.00').first()).toBeVisible()
})

test('a coupon whose discount was lowered after applying shows the new price for confirmation', async ({
  page,
  request,
  baseURL,
}) => {
  const { code, change } = await aCoupon(request, baseURL)
  await atCheckout(page, baseURL)
  await apply(page, code)
  await expect(page.getByRole('button', { name: 'Pay with Card - $39.20' })).toBeVisible()
  await change({ discountValue: 0.1 })
  await askForFile(page)
  await page.getByRole('button', { name: 'Pay with Card - $39.20' }).click()
  await expect(page.getByText(/The price has changed to/)).toContainText('$44.10')
  await expect(page.getByText(`${code} applied: 10% off`, { exact: true })).toBeVisible()
  await askForFile(page)
  await page.getByRole('button', { name: 'Pay with Card - $44.10' }).click()
  await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//)
  await expect(page.getByText('$44.10').first()).toBeVisible()
})

test('a code entered after the session has ended is applied automatically after the login', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const { code } = await aCoupon(request, baseURL)
  await atCheckout(page, baseURL)
  await context.clearCookies()
  await apply(page, code)
  await expect(page).toHaveURL(/\/auth/)
  await registerOn(page, newAccount())
  await expect(page).toHaveURL(/\/checkout\?productId=1/)
  await expect(page.getByText(`${code} applied: 20% off`, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay with Card - $39.20' })).toBeVisible()
})

test('a subscription’s coupon reduces the first month only, and a free month needs no card', async ({
  page,
  request,
  baseURL,
}) => {
  const half = await aCoupon(request, baseURL, { discountValue: 0.5, appliesTo: 'subscriptions' })
  const free = await aCoupon(request, baseURL, { discountType: 'free_product', discountValue: 100 })
  await atCheckout(page, baseURL, 'productId=2')
  await apply(page, free.code)
  await expect(page.getByText('Free for one month. It ends automatically')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Get your free month' })).toBeEnabled()
  await page.getByRole('button', { name: `Remove coupon ${free.code}` }).click()
  await apply(page, half.code)
  await expect(page.getByText(/^\$14\.99 for the first month\. After that/)).toBeVisible()
  await page.getByRole('button', { name: 'Subscribe with Card - $29.99/month' }).click()
  await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//)
  await expect(page.getByText('$14.99').first()).toBeVisible()
  await page.getByRole('button', { name: /^(pay|subscribe)/i }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(main(page).getByText('$14.99', { exact: true })).toBeVisible()
})
