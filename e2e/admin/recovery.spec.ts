import { liveOn } from '../testing/live.ts'
import { expectNotedToast, noteToasts } from '../testing/noted-toasts.ts'
import { changeTables } from '../testing/own-shop.ts'
import {
  buyByApi,
  fileAddressOf,
  logInAsAdmin,
  mailsTo,
  newAccount,
  ownOrigin,
  receiptsTo,
  registerByApi,
  setFaults,
  watchConsole,
} from '../testing/shop.ts'
import { expectSound, SOUND_PAGES, settled } from '../testing/sound.ts'
import {
  type APIRequestContext,
  type Browser,
  DEEP,
  expect,
  type Page,
  type Route,
  test,
} from '../testing/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.afterEach(({ request }) => request.delete('/sandbox/faults').then(() => undefined))

const [RECOVERY] = SOUND_PAGES.recovery
const PANEL = '/secure-management/admin-dashboard'
const SCRIPT = { id: 5, name: /.+/ }

const toastOf = (page: Page) => page.locator('[data-tone]')
const json = (status: number, body: unknown) => (route: Route) => route.fulfill({ status, json: body })
/** A card of the page, by its heading. */
const card = (page: Page, heading: string) =>
  page.locator('div.rounded-xl').filter({ has: page.getByRole('heading', { name: heading, exact: true }) })

async function asAdmin(page: Page, baseURL: string | undefined) {
  await noteToasts(page)
  await logInAsAdmin(page.request, baseURL)
}

async function aCustomer(browser: Browser, baseURL: string | undefined) {
  const account = newAccount()
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await registerByApi(page.request, baseURL, account)
  const { id } = (await (await page.request.get('/api/auth/me')).json()).data
  return { ...account, id: id as number, page, request: page.request, close: () => context.close() }
}

const owned = async (request: APIRequestContext) =>
  ((await (await request.get('/api/my-products')).json()).data as { id: number }[]).map(({ id }) => id)

/** Corrupts rows in the database, which no page or API call can do. */
const breakBooks = async (sql: string, ...params: number[]) =>
  expect(await changeTables(sql, ...params)).toBeGreaterThan(0)

async function fillDelivery(page: Page, input: { userId: string; productId: string; email?: string }) {
  const form = card(page, input.email === undefined ? 'Resend an email' : 'Deliver a product')
  await form.getByLabel('User ID').fill(input.userId)
  await form.getByLabel('Product ID').fill(input.productId)
  if (input.email !== undefined) await form.getByLabel('Email').fill(input.email)
  await form.getByRole('button', { name: /^(Deliver Product|Resend Email)$/ }).click()
}

// spec: route-recovery
test('the recovery page leads a visitor to the admins’ login and a customer home, with Access Denied', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  await page.goto(RECOVERY)
  await expect(page).toHaveURL('/secure-portal/management-access')
  await registerByApi(page.request, baseURL, newAccount())
  await page.goto(RECOVERY)
  await expect(page).toHaveURL('/')
  await expect(toastOf(page)).toContainText('Access Denied')
})

// spec: recovery-tabs, delivery-rule, delivery-toasts
test('a product delivered by hand appears at once, live and by mail; a second delivery only mails it', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  const customer = await aCustomer(browser, baseURL)
  await noteToasts(customer.page)
  const live = liveOn(customer.page)
  await customer.page.goto('/dashboard?tab=products')
  await live
  await asAdmin(page, baseURL)
  await page.goto(`${PANEL}?tab=deliver`)
  const input = { userId: String(customer.id), productId: String(SCRIPT.id), email: customer.email }
  await fillDelivery(page, { ...input, email: '' })
  await expect(
    page.getByText('All fields are required. User ID and Product ID must be numbers.'),
  ).toBeVisible()
  await fillDelivery(page, { ...input, userId: 'somebody' })
  await expect(
    page.getByText('All fields are required. User ID and Product ID must be numbers.'),
  ).toBeVisible()
  await fillDelivery(page, input)
  await expectNotedToast(page, 'Product Delivered')
  await expectNotedToast(page, `${customer.username} now has`)
  // The customer's page shows it without a click or reload.
  await expectNotedToast(customer.page, 'Product delivered')
  await expect(customer.page.getByRole('link', { name: /^Download Script: / })).toHaveCount(1)
  expect(await owned(customer.request)).toEqual([SCRIPT.id])
  await expect(page.getByRole('status').getByText(/^(Sent|Delivered)$/)).toBeVisible({ timeout: 30_000 })
  const links = async () =>
    (await mailsTo(page.request, customer.email)).filter(({ subject }) => subject.includes('download link'))
  await expect.poll(async () => (await links()).length, { timeout: 20_000 }).toBe(1)
  const [mail] = await links()
  const link = fileAddressOf(mail)
  expect((await page.request.get(link)).status()).toBe(200)

  await fillDelivery(page, input)
  await expectNotedToast(page, `${customer.username} had access to`)
  await expect.poll(async () => (await links()).length, { timeout: 20_000 }).toBe(2)
  expect(await owned(customer.request)).toEqual([SCRIPT.id])
  const licences = await (await customer.request.get('/api/user/licences')).json()
  expect(licences.data).toHaveLength(1)

  await page.getByRole('link', { name: 'Open the recovery tools' }).click()
  await expect(page.getByRole('heading', { name: 'Recovery tools' })).toBeVisible()
  await expect(page).toHaveURL(RECOVERY)
  await fillDelivery(page, { ...input, userId: '987654321' })
  await expectNotedToast(page, 'Delivery Failed')
  await expectNotedToast(page, 'There is no user #987654321.')
  await customer.close()
})

// spec: resend-rule
test('a product’s mail is sent again to an owner of the product only', { tag: DEEP }, async ({
  page,
  browser,
  baseURL,
}) => {
  const customer = await aCustomer(browser, baseURL)
  await asAdmin(page, baseURL)
  await page.goto(RECOVERY)
  const input = { userId: String(customer.id), productId: '1' }
  await fillDelivery(page, { ...input, productId: 'one' })
  await expect(page.getByText('User ID and Product ID must be valid numbers')).toBeVisible()
  await fillDelivery(page, input)
  await expectNotedToast(page, 'Email Resend Failed')
  await expectNotedToast(page, 'Deliver it by hand instead.')
  await buyByApi(customer.request, baseURL, customer, 1)
  await expect.poll(() => owned(customer.request), { timeout: 20_000 }).toEqual([1])
  await fillDelivery(page, input)
  await expectNotedToast(page, 'Email Resent')
  await expect
    .poll(async () => (await mailsTo(page.request, customer.email)).map(({ subject }) => subject), {
      timeout: 20_000,
    })
    .toContainEqual(expect.stringContaining('your download link'))
  await customer.close()
})

// spec: recovery-tabs, recovery-pending, recovery-toasts
test('a payment whose webhook was lost is listed, and the recovery completes it', { tag: DEEP }, async ({
  page,
  browser,
  baseURL,
}) => {
  const customer = await aCustomer(browser, baseURL)
  await setFaults(page.request, { webhooks: 'drop' })
  const id = await buyByApi(customer.request, baseURL, customer, 1)
  await asAdmin(page, baseURL)
  await page.goto(`${PANEL}?tab=recovery`)
  const row = page.getByRole('row').filter({ hasText: `#${id}` })
  await expect(row).toContainText(customer.email)
  await expect(row).toContainText('Waiting for the buyer to pay, or for the money to arrive.')
  expect(await owned(customer.request)).toEqual([])
  await page.getByRole('button', { name: 'Run recovery' }).click()
  await expectNotedToast(page, 'Recovery process completed')
  await expectNotedToast(page, /[1-9]\d* of \d+ payments? recovered/)
  await expect(row).toHaveCount(0)
  expect(await owned(customer.request)).toEqual([1])
  await expect
    .poll(async () => (await receiptsTo(page.request, customer.email)).length, { timeout: 20_000 })
    .toBe(1)
  await customer.close()
})

// spec: recovery-pending, complete-payment-rule, complete-payment-toasts
test('a payment is completed by its id: paid at the provider, or confirmed by the admin', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  const customer = await aCustomer(browser, baseURL)
  const open = await customer.request.post('/api/payment/create', {
    headers: ownOrigin(baseURL),
    data: {
      productId: 1,
      provider: 'stripe',
      email: customer.email,
      purchaseType: 'one-time',
      clientPaymentId: `visit-${customer.username}`,
    },
  })
  const { id } = (await open.json()).data
  await asAdmin(page, baseURL)
  await page.goto(RECOVERY)
  const complete = page.getByRole('button', { name: 'Complete payment', exact: true })
  await page.getByLabel('Payment ID').fill('forty-one')
  await complete.click()
  await expect(page.getByText('Invalid payment ID')).toBeVisible()
  await page.getByLabel('Payment ID').fill('987654321')
  await complete.click()
  await expectNotedToast(page, 'Failed to complete payment')
  await page.getByLabel('Payment ID').fill(String(id))
  // The dialog can be answered while the list is reloaded.
  let answerList = () => {}
  const released = new Promise<void>((resolve) => {
    answerList = resolve
  })
  await page.route('**/api/recovery/pending-payments*', async (route) => {
    await released
    await route.continue()
  })
  await complete.click()
  const question = page.getByRole('alertdialog', { name: `Complete payment #${id} by hand?` })
  await expect(question).toContainText('Stripe reports the status “open”, not “paid”.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  answerList()
  expect(await owned(customer.request)).toEqual([])
  await page.getByRole('button', { name: `Complete payment #${id}` }).click()
  await question.getByRole('button', { name: 'Complete payment' }).click()
  await expectNotedToast(page, 'Payment completed')
  expect(await owned(customer.request)).toEqual([1])

  await setFaults(page.request, { webhooks: 'drop' })
  const paid = await buyByApi(customer.request, baseURL, customer, 5)
  await page.getByLabel('Payment ID').fill(String(paid))
  await complete.click()
  await expectNotedToast(page, `Payment #${paid} is completed. The provider reports`)
  expect(await owned(customer.request)).toEqual([1, 5])
  await customer.close()
})

// spec: reconciliation
test('a reconciliation finds a mismatch, and one click repairs it', { tag: DEEP }, async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const customer = await aCustomer(browser, baseURL)
  const id = await buyByApi(customer.request, baseURL, customer, 1)
  await expect.poll(() => owned(customer.request), { timeout: 20_000 }).toEqual([1])
  await breakBooks("UPDATE user_scripts SET is_active = 0, status = 'refunded' WHERE payment_id = ?", id)
  expect(await owned(customer.request)).toEqual([])
  await asAdmin(page, baseURL)
  await page.goto(RECOVERY)
  await page.getByLabel('Days back').fill('31')
  await page.getByRole('button', { name: 'Start reconciliation' }).click()
  await expect(page.getByText('1 to 30 days')).toBeVisible()
  await page.getByLabel('Days back').fill('1')
  await page.getByRole('button', { name: 'Start reconciliation' }).click()
  await expectNotedToast(page, 'is under way')
  const runs = card(page, 'Reconciliation').getByRole('row')
  await expect(runs.nth(1)).toContainText('Finished', { timeout: 60_000 })
  const finding = card(page, 'Findings')
    .getByRole('row')
    .filter({ hasText: `Payment #${id}` })
  await expect(finding).toContainText('Paid, but no access')
  await finding.getByRole('button', { name: `Repair Payment #${id}` }).click()
  await expectNotedToast(page, 'Finding repaired')
  await expect(finding).toHaveCount(0)
  expect(await owned(customer.request)).toEqual([1])
  await card(page, 'Findings').getByRole('tab', { name: 'All' }).click()
  await expect(finding).toContainText('Repaired')
  await customer.close()
})

// spec: reconciliation
test('a finding that only an admin can resolve shows advice and is closed as done', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  await asAdmin(page, baseURL)
  const at = '2026-01-02T03:04:05.000Z'
  const finding = {
    id: 7,
    kind: 'needs-attention',
    subject: 'checkout:stripe:cs_1',
    foundAt: at,
    lastSeenAt: at,
    details: { reason: 'unmatched', amountCents: 2999 },
    resolvedAt: null,
    resolution: null,
    resolvedBy: null,
  }
  let findings: unknown[] = [finding]
  await page.route('**/api/recovery/findings?*', (route) =>
    json(200, { success: true, data: findings, nextCursor: null })(route),
  )
  const advice = 'Refund it there, or deliver by hand; then close this finding as done.'
  await page.route('**/api/recovery/findings/7/repair', (route) => {
    const { done } = route.request().postDataJSON()
    if (!done) return json(422, { success: false, message: advice })(route)
    findings = []
    return json(200, { success: true, message: '', data: { id: 7, resolution: 'done' } })(route)
  })
  await page.goto(RECOVERY)
  const row = card(page, 'Findings').getByRole('row').nth(1)
  await expect(row).toContainText('Needs attention · Checkout stripe:cs_1')
  await expect(row).toContainText('Amount$29.99')
  await row.getByRole('button', { name: /^Repair/ }).click()
  const question = page.getByRole('alertdialog', { name: 'This needs your attention' })
  await expect(question).toContainText(advice)
  await question.getByRole('button', { name: 'Close as done' }).click()
  await expectNotedToast(page, 'Finding closed')
  await expect(page.getByText('Nothing is open')).toBeVisible()
})

// spec: mails-resend
test('a permanently failed mail is sent again from the recovery page, and a search finds all mails to an address', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  const customer = await aCustomer(browser, baseURL)
  const letters = async () => (await mailsTo(page.request, customer.email)).length
  await expect.poll(letters, { timeout: 30_000 }).toBe(1)
  // Only after the delivery report: a later report would make the dead mail a sent one.
  const die = () =>
    changeTables(
      `UPDATE email_deliveries SET status = 'dead', sent_at = NULL, last_error = '550: No such mailbox', outcome = NULL
       WHERE user_id = ? AND outcome = 'delivered'`,
      customer.id,
    )
  await expect.poll(die, { timeout: 20_000 }).toBeGreaterThan(0)
  await asAdmin(page, baseURL)
  await page.goto(RECOVERY)
  const mails = card(page, 'Mails')
  const dead = mails.getByRole('listitem').filter({ hasText: customer.email })
  await expect(dead).toContainText('550: No such mailbox')
  await dead.getByRole('button', { name: /^Send mail/ }).click()
  await expectNotedToast(page, 'Email Resent')
  await expect(dead).toHaveCount(0)
  await expect.poll(letters, { timeout: 30_000 }).toBe(2)
  await mails.getByRole('searchbox', { name: 'All mails to one address, typed in full' }).fill(customer.email)
  await expect(page).toHaveURL(new RegExp(`to=${encodeURIComponent(customer.email)}`))
  await expect(mails.getByRole('listitem')).toHaveCount(1)
  await expect(mails.getByRole('listitem')).toContainText(/Sent|Delivered/)
  await customer.close()
})

// spec: error-recovery-load
test('recovery tools that cannot be loaded show an error and a retry', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  test.setTimeout(120_000)
  await asAdmin(page, baseURL)
  let failing = true
  await page.route('**/api/recovery/pending-payments*', (route) =>
    failing ? json(503, { success: false, message: 'The shop is resting.' })(route) : route.continue(),
  )
  await page.goto(RECOVERY)
  await expect(page.getByRole('alert')).toContainText('Error Loading Recovery ToolsThe shop is resting.')
  await expectSound(page, 'recovery, failing')
  failing = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Pending payments' })).toBeVisible()
})

// spec: recovery-toasts
test('a failed recovery shows the error; without pending payments the list is empty', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  await asAdmin(page, baseURL)
  await page.route(
    '**/api/recovery/pending-payments*',
    json(200, { success: true, data: { pendingCount: 0, pendingPayments: [] }, nextCursor: null }),
  )
  await page.route(
    '**/api/recovery/run-recovery',
    json(503, { success: false, message: 'No payment provider answers.' }),
  )
  await page.goto(RECOVERY)
  await expect(page.getByText('No pending payments found')).toBeVisible()
  await page.getByRole('button', { name: 'Run recovery' }).click()
  await expectNotedToast(page, 'Recovery process failed')
  await expectNotedToast(page, 'No payment provider answers.')
})

test('a recovery of many payments continues page by page', { tag: DEEP }, async ({ page, baseURL }) => {
  await asAdmin(page, baseURL)
  const cursors: unknown[] = []
  await page.route('**/api/recovery/run-recovery', (route) => {
    const { cursor } = route.request().postDataJSON()
    cursors.push(cursor)
    const nextCursor = cursor === null ? 40 : cursor === 40 ? 7 : null
    const data = { checked: 40, recovered: 2, failed: 1 }
    return json(200, { success: true, message: '', recovered: 2, data, nextCursor })(route)
  })
  await page.goto(RECOVERY)
  await page.getByRole('button', { name: 'Run recovery' }).click()
  await expectNotedToast(page, '6 of 120 payments recovered. 3 could not be checked. Run it again later.')
  expect(cursors).toEqual([null, 40, 7])
})

test(`${RECOVERY} with data is sound at every width, in both themes, without console errors or warnings`, {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  test.setTimeout(240_000)
  const customer = await aCustomer(browser, baseURL)
  await customer.request.post('/api/payment/create', {
    headers: ownOrigin(baseURL),
    data: {
      productId: 1,
      provider: 'stripe',
      email: customer.email,
      purchaseType: 'one-time',
      clientPaymentId: `visit-${customer.username}`,
    },
  })
  const complaints = watchConsole(page)
  await asAdmin(page, baseURL)
  await page.request.post('/api/secure-management/emergency-links', {
    headers: ownOrigin(baseURL),
    data: { reason: 'A buyer who lost the account and the mailbox with it, ticket 88' },
  })
  await page.goto(RECOVERY)
  await expect(page.getByRole('row').filter({ hasText: customer.email })).toBeVisible()
  await settled(page)
  await fillDelivery(page, { userId: '', productId: '', email: '' })
  await expectSound(page, 'recovery, full')
  await page.getByRole('button', { name: 'New link' }).click()
  await expect(page.getByRole('dialog', { name: 'New emergency link' })).toBeVisible()
  await expectSound(page, 'recovery, new link')
  expect(complaints).toEqual([])
  await customer.close()
})
