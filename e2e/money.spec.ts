import { type Account, mailsTo, newAccount, ownOrigin, registerByApi, watchConsole } from './testing/shop.ts'
import { type APIRequestContext, type Browser, expect, type Page, test } from './testing/test.ts'

/** An API context with an admin session of its own. */
async function operator(browser: Browser, baseURL: string | undefined): Promise<APIRequestContext> {
  const { request } = await browser.newContext({ baseURL })
  const data = { username: 'admin', password: 'admin-password' }
  const login = await request.post('/api/auth/login', { data, headers: ownOrigin(baseURL) })
  expect(login.status()).toBe(200)
  return request
}

/** Creates a 50% coupon. Returns its code, and a function that counts its uses. */
async function aCoupon(admin: APIRequestContext, baseURL: string | undefined) {
  const code = `LIFE${Date.now().toString(36)}`.toUpperCase()
  const made = await admin.post('/api/coupons', {
    headers: ownOrigin(baseURL),
    data: { code, discountType: 'percentage', discountValue: 0.5, description: 'Half off' },
  })
  expect(made.status()).toBe(201)
  const uses = async () => (await (await admin.get(`/api/coupons?q=${code}`)).json()).data[0].usageCount
  return { code, uses }
}

/** Renews this account's subscription at the provider, without the shop, or makes the renewal fail. */
async function atProvider(request: APIRequestContext, { email }: Account, verb: 'renew' | 'fail') {
  type Session = { customer_email: string; subscription: string | null }
  const sessions: Session[] = await (await request.get('/sandbox/stripe/sessions.json')).json()
  const own = sessions.find(({ customer_email, subscription }) => customer_email === email && subscription)
  expect((await request.post(`/sandbox/stripe/subscriptions/${own?.subscription}/${verb}`)).ok()).toBe(true)
}

const card = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Premium/ }) })

// spec: coupon-limits
test('a subscription with a coupon is reduced once, fails, recovers, is cancelled, resumed and ends, with right totals', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const complaints = watchConsole(page)
  const admin = await operator(browser, baseURL)
  const { code, uses } = await aCoupon(admin, baseURL)
  const affiliate = await browser.newContext({ baseURL })
  await registerByApi(affiliate.request, baseURL, newAccount())
  const stats = async () => (await (await affiliate.request.get('/api/user/referral-stats')).json()).data
  const account = newAccount()
  const { username, email, password } = account
  const data = { username, email, password, referralCode: (await stats()).referralCode }
  await page.request.post('/api/auth/register', { data, headers: ownOrigin(baseURL) })

  await page.goto('/checkout?productId=2')
  await page.getByLabel('Coupon code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Subscribe with Card - $29.99/month' }).click()
  await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//)
  await page.getByRole('button', { name: /^(pay|subscribe)/i }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await page.goto('/dashboard?tab=subscriptions')
  await expect(card(page).getByText('Active', { exact: true })).toBeVisible()
  // A tenth of $14.99, rounded half up.
  await expect.poll(async () => (await stats()).earned).toBe(1.5)

  const opens = async () => (await page.request.get('/api/download/file/1')).status() === 200
  const subjects = async () => (await mailsTo(page.request, email)).map(({ subject }) => subject)
  const paid = async () => {
    const purchases = (await (await page.request.get('/api/user/purchases')).json()).data
    return purchases.map(({ amount }: { amount: number }) => amount).sort()
  }

  await atProvider(page.request, account, 'fail')
  await expect(card(page).getByText(/^Payment failed – access until /)).toBeVisible()
  await expect.poll(subjects).toContain('The renewal of Premium Subscription could not be paid')
  expect(await opens()).toBe(true)

  await atProvider(page.request, account, 'renew')
  await expect(card(page).getByText('Active', { exact: true })).toBeVisible()
  // The coupon reduced only the first month. The affiliate earns a tenth of the second month's full price.
  await expect.poll(paid).toEqual([14.99, 29.99])
  await expect.poll(async () => (await stats()).earned).toBe(4.5)
  expect(await uses()).toBe(1)

  const dialog = page.getByRole('alertdialog')
  const cancel = async () => {
    await card(page).getByRole('button', { name: 'Cancel subscription' }).click()
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(card(page).getByText(/^Cancels on /)).toBeVisible()
    await expect(dialog).toBeHidden()
  }
  await cancel()
  await card(page).getByRole('button', { name: 'Resume subscription' }).click()
  await expect(card(page).getByText('Renews on')).toBeVisible()
  await cancel()
  expect(await opens()).toBe(true)

  // The period ends.
  await atProvider(page.request, account, 'renew')
  await expect(card(page).getByText('Ended', { exact: true })).toBeVisible()
  expect(await opens()).toBe(false)
  expect(await paid()).toEqual([14.99, 29.99])
  expect([await uses(), (await stats()).earned]).toEqual([1, 4.5])
  expect(complaints).toEqual([])
})
