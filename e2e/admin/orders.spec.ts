import { expectNotedToast, noteToasts } from '../testing/noted-toasts.ts'
import {
  type Account,
  buyByApi,
  logInAsAdmin,
  mailsTo,
  newAccount,
  ownOrigin,
  registerByApi,
  setFaults,
  watchConsole,
} from '../testing/shop.ts'
import { expectSound } from '../testing/sound.ts'
import { type APIRequestContext, type Browser, DEEP, expect, type Page, test } from '../testing/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.afterEach(({ request }) => request.delete('/sandbox/faults').then(() => undefined))

const PANEL = '/secure-management/admin-dashboard'
const ORDERS = `${PANEL}?tab=orders`
const MONAD = 'Monad Testnet Farmer'

async function asAdmin(page: Page, baseURL: string | undefined) {
  await noteToasts(page)
  await logInAsAdmin(page.request, baseURL)
}

/** Registers a customer in a separate browser context. `buys` waits until the payment is completed. */
async function aCustomer(browser: Browser, baseURL: string | undefined) {
  const account = newAccount()
  const page = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await registerByApi(page.request, baseURL, account)
  const buys = async (productId: number, visit = '') => {
    const visitor: Account = { ...account, username: `${account.username}${visit}` }
    const type = productId === 2 ? 'subscription' : 'one-time'
    const id = await buyByApi(page.request, baseURL, visitor, productId, type)
    const status = async () => (await (await page.request.get(`/api/payment/${id}`)).json()).data.status
    await expect.poll(status, { timeout: 20_000 }).toBe('completed')
    return id
  }
  return { page, account, buys }
}

const main = (page: Page) => page.getByRole('main')
const rows = (page: Page) =>
  main(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const timeline = (page: Page) => page.getByRole('list', { name: 'Timeline' })
const search = (page: Page) => main(page).getByRole('searchbox')

async function choose(page: Page, name: string, option: string | RegExp) {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option }).click()
}

test('an early fraud warning offers a refund, and a dispute shows its reason and asks for evidence', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  const customer = await aCustomer(browser, baseURL)
  await asAdmin(page, baseURL)
  const intentOf = async (id: number) =>
    (await (await page.request.get(`/api/secure-management/payments/${id}`)).json()).data.ids
      .intentId as string
  const [warned, disputed] = [await customer.buys(1), await customer.buys(3, 'second')]
  const at = { headers: { accept: 'application/json' } }
  const about = async (id: number) => ({ ...at, data: { payment_intent: await intentOf(id) } })
  await page.request.post('/sandbox/stripe/fraud-warnings', await about(warned))
  await page.request.post('/sandbox/stripe/disputes', await about(disputed))

  await expect(async () => {
    await page.goto(`${ORDERS}&order=${warned}`)
    await expect(main(page).getByText('Refund it now to avoid a dispute')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(main(page).getByRole('button', { name: 'Refund', exact: true })).toBeVisible()
  await expectSound(page, 'an order with an early fraud warning')

  await expect(async () => {
    await page.goto(`${ORDERS}&order=${disputed}`)
    await expect(main(page).getByText(/^Dispute opened: .*fraudulent\. Send evidence/)).toBeVisible({
      timeout: 2000,
    })
  }).toPass()
  await expect(timeline(page)).toContainText('Money withdrawn')
  await expect(main(page).getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
})

// spec: order-timeline
test('an order is found and refunded in part and then in full, with a preview of the effects; access ends live', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  test.slow()
  const complaints = watchConsole(page)
  const customer = await aCustomer(browser, baseURL)
  const order = await customer.buys(1)
  await customer.page.goto('/dashboard?tab=products')
  const download = customer.page.getByRole('link', { name: `Download Script: ${MONAD}` })
  await expect(download).toBeVisible()

  await asAdmin(page, baseURL)
  await page.goto(ORDERS)
  await expect(rows(page).filter({ hasText: `#${order} ` })).toContainText(customer.account.username)
  await search(page).fill(customer.account.email)
  await expect(page).toHaveURL(/q=e2e-/)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Completed')
  await rows(page)
    .getByRole('link', { name: `#${order} ${MONAD}` })
    .click()
  await expect(page).toHaveURL(new RegExp(`order=${order}`))
  await expect(page.getByRole('heading', { name: `Order #${order}` })).toContainText('Completed')
  for (const title of ['Checkout started', 'Paid', 'Balance: received', /^Mail: Receipt/])
    await expect(timeline(page).getByText(title, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open at Stripe' })).toHaveAttribute('href', /\/checkout\/cs_/)
  await expectSound(page, 'an order')
  await page.setViewportSize({ width: 1280, height: 900 })

  // A partial refund: the dialog shows the effects first, and refuses an amount above the remaining one.
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: `Refund order #${order}?` })
  await expect(dialog).toContainText('Access ends at once')
  await expect(dialog).toContainText('licence key stops working')
  await dialog.getByRole('radio', { name: 'A part' }).click()
  await dialog.getByLabel('Amount').fill('5000')
  await expect(dialog.getByText(/^Only \$[\d.]+ of this payment is left to refund\.$/)).toBeVisible()
  await dialog.getByLabel('Amount').fill('5.25')
  await expect(dialog).toContainText('Access stays as it is.')
  await dialog.getByRole('button', { name: 'Refund $5.25' }).click()
  await expect(dialog.getByText('Please say why')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Half of it did not work')
  await dialog.getByRole('button', { name: 'Refund $5.25' }).click()
  await expect(dialog).toBeHidden()
  await expectNotedToast(page, 'Refund started')
  await expect(page.getByRole('heading', { name: `Order #${order}` })).toContainText('Partly refunded')
  await expect(timeline(page).getByText('Refunded in part')).toBeVisible()
  await expect(timeline(page).getByText('$5.25, Half of it did not work')).toBeVisible()
  await expect(download).toBeVisible()

  // The remaining amount, with the customer's page open in the other browser.
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog).toContainText('Access ends at once')
  await dialog.getByLabel('Reason').fill('All of it')
  await dialog.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(page.getByRole('heading', { name: `Order #${order}` })).toContainText('Refunded')
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  await expect(page.getByText('Licence ended')).toBeVisible()
  await expect(customer.page.getByText('No products available.')).toBeVisible()
  await expect(download).toHaveCount(0)

  // The list keeps its search.
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(search(page)).toHaveValue(customer.account.email)
  await expect(rows(page)).toContainText('Refunded')
  expect(complaints).toEqual([])
  await customer.page.context().close()
})

// spec: orders-empty
test('filters are kept in the address, through a reload, an opened order and the back button', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  const customer = await aCustomer(browser, baseURL)
  const order = await customer.buys(1)
  await asAdmin(page, baseURL)
  await page.goto(ORDERS)
  await expect(rows(page).filter({ hasText: `#${order} ` })).toBeVisible()
  await expectSound(page, 'orders')
  await page.setViewportSize({ width: 1280, height: 900 })
  await choose(page, 'Status', 'Completed')
  await expect(page).toHaveURL(/status=completed/)
  await choose(page, 'Product', MONAD)
  const today = new Date().toISOString().slice(0, 10)
  await page.getByLabel('From').fill(today)
  await expect(page).toHaveURL(new RegExp(`from=${today}`))
  const row = rows(page).filter({ hasText: `#${order} ` })
  await expect(row).toBeVisible()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Status' })).toContainText('Completed')
  await expect(page.getByRole('combobox', { name: 'Product' })).toContainText(MONAD)
  await expect(page.getByLabel('From')).toHaveValue(today)
  await row.getByRole('link', { name: `#${order}` }).click()
  await expect(page.getByRole('heading', { name: `Order #${order}` })).toBeVisible()
  await page.goBack()
  await expect(row).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Status' })).toContainText('Completed')

  await choose(page, 'Status', 'Disputed')
  await expect(main(page).getByText('No purchases found.')).toBeVisible()
  await page.goBack()
  await expect(row).toBeVisible()
  await page.goto(`${ORDERS}&status=disputed&q=nobody-has-this-name%40nowhere`)
  await main(page).getByRole('button', { name: 'Show all' }).click()
  await expect(row).toBeVisible()
  await search(page).fill('nobody-has-this-name@nowhere')
  await expect(main(page).getByText('No purchases found.')).toBeVisible()
  await search(page).fill(`#${order}`)
  await expect(rows(page)).toHaveCount(1)
  await page.goto(`${ORDERS}&order=99999999`)
  await expect(main(page).getByText('There is no such order.')).toBeVisible()
  await customer.page.context().close()
})

test('a list and an order that cannot be loaded show an error and a retry', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  await asAdmin(page, baseURL)
  let fail = true
  const rest = { success: false, message: 'The shop is resting.' }
  await page.route(/\/api\/secure-management\/p/, (route) =>
    fail ? route.fulfill({ status: 503, json: rest }) : route.continue(),
  )
  for (const address of [ORDERS, `${ORDERS}&order=1`]) {
    fail = true
    await page.goto(address)
    await expect(main(page).getByRole('alert')).toContainText('The shop is resting.')
    fail = false
    await main(page).getByRole('button', { name: 'Retry' }).click()
    await expect(main(page).getByRole('alert')).toHaveCount(0)
  }
})

// spec: orders-tabs
test('a repeated refund request is declined with a note, and one for another order is approved', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  test.slow()
  const customer = await aCustomer(browser, baseURL)
  const ask = async (id: number, reason: string) =>
    (
      await customer.page.request.post(`/api/user/purchases/${id}/refund`, {
        headers: ownOrigin(baseURL),
        data: { reason },
      })
    ).json()
  await ask(await customer.buys(1), 'Not my network')
  const second = await customer.buys(1, '-again')
  expect((await ask(second, 'Still not my network')).data.refund.status).toBe('review')

  await asAdmin(page, baseURL)
  await page.goto(`${ORDERS}&view=refunds`)
  const row = rows(page).filter({ hasText: `#${second} ` })
  await expect(row).toContainText('Still not my network')
  await expectSound(page, 'refund requests')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: `Decline the refund of order #${second}` }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Payment and access do not change.')
  await dialog.getByLabel('Note').fill('Twice is enough.')
  await dialog.getByRole('button', { name: 'Decline refund' }).click()
  await expectNotedToast(page, 'Refund declined')
  await expect(row).toHaveCount(0)
  await expect
    .poll(async () => (await mailsTo(page.request, customer.account.email)).map(({ text }) => text).join(), {
      timeout: 20_000,
    })
    .toContain('Twice is enough.')

  // After a declined request, only an admin can refund the order. A request for the next order is reviewed again.
  await page.goto(`${ORDERS}&order=${second}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByLabel('Reason').fill('After all')
  await dialog.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(page.getByRole('heading', { name: `Order #${second}` })).toContainText('Refunded')
  const third = await customer.buys(1, '-third')
  expect((await ask(third, 'I insist')).data.refund.status).toBe('review')
  await page.goto(`${ORDERS}&order=${third}`)
  await expect(main(page)).toContainText('“I insist”')
  await page.getByRole('button', { name: `Approve the refund of order #${third}` }).click()
  await expect(dialog).toContainText('Access ends at once')
  await dialog.getByRole('button', { name: /^Refund \$/ }).click()
  await expectNotedToast(page, 'Refund approved')
  await expect(page.getByRole('heading', { name: `Order #${third}` })).toContainText('Refunded')
  await expect(timeline(page).getByText('Refund approved')).toBeVisible()
  await page.goto(`${ORDERS}&view=refunds&status=all`)
  await expect(rows(page).filter({ hasText: `#${third} ` })).toContainText('Succeeded')
  await customer.page.context().close()
})

// spec: orders-tabs
test('an admin cancels, resumes and ends a subscription, and the customer’s screen follows live', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  test.slow()
  const customer = await aCustomer(browser, baseURL)
  const order = await customer.buys(2)
  await customer.page.goto('/dashboard?tab=subscriptions')
  const card = customer.page
    .getByRole('listitem')
    .filter({ has: customer.page.getByRole('heading', { name: /Premium/ }) })
  await expect(card.getByText('Active', { exact: true })).toBeVisible()

  await asAdmin(page, baseURL)
  await page.goto(ORDERS)
  await page.getByRole('tab', { name: 'Subscriptions' }).click()
  await expect(page).toHaveURL(/view=subscriptions/)
  await main(page)
    .getByRole('searchbox', { name: 'Number, sub_…, email or username' })
    .fill(customer.account.username)
  await expect(page).toHaveURL(/q=e2e-/)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('$29.99')
  await expectSound(page, 'subscriptions')
  await page.setViewportSize({ width: 1280, height: 900 })
  await rows(page)
    .getByRole('link', { name: /Premium/ })
    .click()
  const heading = page.getByRole('heading', { name: /^Subscription #/ })
  await expect(heading).toContainText('Active')
  await expect(rows(page).filter({ hasText: `#${order} ` })).toContainText('Completed')
  await expectSound(page, 'a subscription')
  await page.setViewportSize({ width: 1280, height: 900 })

  const dialog = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(dialog).toContainText('Everything stays open until')
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expectNotedToast(page, 'Subscription cancelled')
  await expect(heading).toContainText('Cancels on')
  await expect(card.getByText(/^Cancels on /)).toBeVisible()

  await page.getByRole('button', { name: 'Resume subscription' }).click()
  await expectNotedToast(page, 'Subscription resumed')
  await expect(heading).toContainText('Active')
  await expect(card.getByText('Active', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await dialog.getByRole('radio', { name: 'At once' }).click()
  await expect(dialog).toContainText('Nothing is refunded.')
  await dialog.getByRole('button', { name: 'End it now' }).click()
  await expect(heading).toContainText('Ended')
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Admin actions' }).getByRole('listitem')).toHaveCount(3)
  await expect(card.getByText('Ended', { exact: true })).toBeVisible()
  await customer.page.context().close()
})

test('checking an open order with the provider completes it although its webhook was lost', {
  tag: DEEP,
}, async ({ page, browser, request, baseURL }) => {
  const customer = await aCustomer(browser, baseURL)
  await setFaults(request, { webhooks: 'drop' })
  const created = await customer.page.request.post('/api/payment/create', {
    headers: ownOrigin(baseURL),
    data: {
      productId: 1,
      provider: 'stripe',
      email: customer.account.email,
      purchaseType: 'one-time',
      clientPaymentId: `visit-${customer.account.username}`,
    },
  })
  const { id, url } = (await created.json()).data
  await asAdmin(page, baseURL)
  await page.goto(`${ORDERS}&order=${id}`)
  const heading = page.getByRole('heading', { name: `Order #${id}` })
  await expect(heading).toContainText('Pending')
  await page.getByRole('button', { name: 'Check with provider' }).click()
  await expectNotedToast(page, 'Nothing has changed.')
  await request.post(`${new URL(url).pathname}/pay`, { maxRedirects: 0 })
  await page.getByRole('button', { name: 'Check with provider' }).click()
  await expectNotedToast(page, 'Paid and delivered.')
  await expect(heading).toContainText('Completed')
  await expect(timeline(page).getByText('Payment checked with the provider')).toBeVisible()
  await customer.page.context().close()
})

type Setting = { page: Page; browser: Browser; request: APIRequestContext; baseURL: string | undefined }

/** A customer whose payment of another amount is flagged; the admin is on the page of its order. */
async function aFlaggedOrder({ page, browser, request, baseURL }: Setting) {
  const customer = await aCustomer(browser, baseURL)
  await setFaults(request, { tamper: { amount: 100 } })
  const id = await buyByApi(customer.page.request, baseURL, customer.account, 1)
  const flagged = async () =>
    (await (await customer.page.request.get(`/api/payment/${id}`)).json()).data.needsAttention
  await expect.poll(flagged, { timeout: 20_000 }).toBe(true)
  await asAdmin(page, baseURL)
  await page.goto(`${ORDERS}&order=${id}`)
  return { customer, id }
}

test('a flagged order is closed on its own page once its money was refunded', { tag: DEEP }, async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const { customer, id } = await aFlaggedOrder({ page, browser, request, baseURL })
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: `Close payment #${id} without access?` })
  await expect(question).toContainText('Stripe reports $0.00 as refunded.')
  await question.getByRole('button', { name: 'Close payment' }).click()
  await expectNotedToast(page, 'Payment closed')
  await expect(page.getByText('This needs your decision')).toHaveCount(0)
  await expect(timeline(page).getByText('Refunded in full, nothing was delivered')).toBeVisible()
  const closed = await (await customer.page.request.get(`/api/payment/${id}`)).json()
  expect(closed.data).toMatchObject({ status: 'failed', lostBy: 'refund' })
  await customer.page.context().close()
})

test('a flagged order is completed on its own page', { tag: DEEP }, async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const { customer, id } = await aFlaggedOrder({ page, browser, request, baseURL })
  await expect(
    page.getByText('This needs your decision: $1.00 was paid, but the price is $49.00.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: `Complete payment #${id} by hand?` })
  await question.getByRole('button', { name: 'Complete payment' }).click()
  await expectNotedToast(page, 'Payment completed')
  await expect(page.getByRole('heading', { name: `Order #${id}` })).toContainText('Completed')
  await expect(page.getByText('This needs your decision')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Refund' })).toBeVisible()
  await customer.page.context().close()
})

test('late money for an order that was completed by hand is flagged, and the flag is cleared on the order page', {
  tag: DEEP,
}, async ({ page, browser, request, baseURL }) => {
  const customer = await aCustomer(browser, baseURL)
  const visit = {
    productId: 1,
    purchaseType: 'one-time',
    provider: 'stripe',
    clientPaymentId: newAccount().username,
  }
  const data = { ...visit, email: customer.account.email }
  const opened = await customer.page.request.post('/api/payment/create', {
    headers: ownOrigin(baseURL),
    data,
  })
  const { id, url } = (await opened.json()).data
  await asAdmin(page, baseURL)
  // Without an answer from Stripe, the payment page stays open.
  await setFaults(request, { stripeApi: 'fail' })
  const complete = { headers: ownOrigin(baseURL), data: { confirm: true } }
  const completed = await page.request.post(`/api/recovery/complete-payment/${id}`, complete)
  expect(completed.status(), await completed.text()).toBe(200)
  await request.delete('/sandbox/faults')
  await customer.page.request.post(`${new URL(url).pathname}/pay`, { maxRedirects: 0 })
  await expect(async () => {
    await page.goto(`${ORDERS}&order=${id}`)
    await expect(page.getByText('This needs your decision')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: `Clear the flag of payment #${id}?` })
  await expect(question).toContainText('Payment and access do not change.')
  await expectSound(page, 'the question about a flag')
  await question.getByRole('button', { name: 'Clear flag' }).click()
  await expectNotedToast(page, 'Flag cleared')
  await expect(page.getByText('This needs your decision')).toHaveCount(0)
  await customer.page.context().close()
})

test('a receipt and a permanently failed mail are sent again from the order page', { tag: DEEP }, async ({
  page,
  browser,
  baseURL,
}) => {
  const customer = await aCustomer(browser, baseURL)
  const order = await customer.buys(1)
  await asAdmin(page, baseURL)
  // The receipt's status becomes `dead`, as after the last failed attempt.
  await page.route(`**/api/secure-management/payments/${order}`, async (route) => {
    const body = await (await route.fetch()).json()
    for (const entry of body.data.timeline) if (entry.mail) entry.mail.status = 'dead'
    await route.fulfill({ json: body })
  })
  let answer = { status: 409, json: { success: false, message: 'This mail is sent.' } }
  await page.route('**/api/secure-management/email-deliveries/*/retry', (route) => route.fulfill(answer))
  await page.route('**/api/secure-management/recovery/resend-email/*/1', (route) => route.fulfill(answer))
  await page.goto(`${ORDERS}&order=${order}`)
  for (const name of [/^Send mail #\d+ again$/, 'Send download link again']) {
    answer = { status: 409, json: { success: false, message: 'This mail is sent.' } }
    await page.getByRole('button', { name }).click()
    await expectNotedToast(page, 'Email Resend Failed')
    await expectNotedToast(page, 'This mail is sent.')
    answer = { status: 200, json: { success: true, message: 'Email Resent' } }
    await page.getByRole('button', { name }).click()
    await expectNotedToast(page, 'Email Resent')
  }
  await customer.page.context().close()
})
