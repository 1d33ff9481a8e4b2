import type { ChildProcess } from 'node:child_process'
import { askForFile } from './testing/delivery-consent.ts'
import { endShop, seededState, startShop, workerPort } from './testing/own-shop.ts'
import {
  type Account,
  confirmByMail,
  mailsTo,
  newAccount,
  ownOrigin,
  receiptsTo,
  registerByApi,
  watchConsole,
} from './testing/shop.ts'
import { expectSound } from './testing/sound.ts'
import { type APIRequestContext, DEEP, expect, type Page, test } from './testing/test.ts'

// Coinbase accepts only the exact amount. BTCPay Server accepts any amount, so a separate shop runs with it here.
const port = workerPort(3)
const shop = `http://localhost:${port}`
let running: ChildProcess | undefined

// One Playwright worker runs all these tests and starts that shop once.
test.describe.configure({ mode: 'default' })

// Each test checks its screens at every width, in both themes.
test.beforeEach(() => test.setTimeout(240_000))

test.beforeAll(async () => {
  test.setTimeout(240_000)
  running = (await startShop(port, seededState('crypto'), { CRYPTO_PROVIDER: 'btcpay' })).process
})
test.afterAll(async () => {
  if (running) await endShop(running, 'SIGTERM')
})

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Goes through the checkout to the crypto provider's page. Monad Testnet Farmer costs $49.00. */
async function atProvider(page: Page, baseURL: string | undefined): Promise<Account> {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await page.goto('/checkout?productId=1&purchaseType=one-time')
  await page.getByRole('radio', { name: /crypto/i }).click()
  await askForFile(page)
  await page.getByRole('button', { name: 'Pay with Crypto - $49.00' }).click()
  await page.getByRole('link', { name: 'Proceed to Payment' }).click()
  await expect(page).toHaveURL(/\/sandbox\/(coinbase|btcpay)\/checkout\//)
  return account
}

/** Sends `amount` to the open payment page, as a wallet does, and lets that page expire. */
async function sendAndClose(page: Page, amount: string) {
  const path = new URL(page.url()).pathname
  const to = new URL(path, page.url()).href
  await page.request.post(`${to}/pay`, { form: { amount }, maxRedirects: 0 })
  await page.request.post(`${to}/expire`, { maxRedirects: 0 })
}

/** The order that the dashboard shows as in progress. */
const inProgress = (page: Page) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByText('Monad Testnet Farmer') })
    .first()

async function openPaymentId(page: Page): Promise<number> {
  const { data } = await (await page.request.get('/api/payment/open')).json()
  return data[0].id
}

/** $40.00 of $49.00 arrived; the page of the order is open. */
async function anIncompleteOrder(page: Page, baseURL: string | undefined) {
  const account = await atProvider(page, baseURL)
  await sendAndClose(page, '40.00')
  const id = await openPaymentId(page)
  await page.goto(`/success?session_id=${id}&source=crypto`)
  await expect(heading(page, 'We received less than the price')).toBeVisible()
  return { account, id }
}

/** Creates a 20% coupon for one use. Returns its id. */
async function aCouponOnce(request: APIRequestContext, baseURL: string | undefined): Promise<number> {
  const headers = ownOrigin(baseURL)
  const admin = { username: 'admin', password: 'admin-password' }
  expect((await request.post('/api/auth/login', { data: admin, headers })).status()).toBe(200)
  const data = {
    code: `LATE${Date.now()}`,
    discountType: 'percentage',
    discountValue: 0.2,
    description: 'For one',
    maxUses: 1,
  }
  const made = await request.post('/api/coupons', { data, headers })
  expect(made.status(), await made.text()).toBe(201)
  return (await made.json()).data.id
}

async function paysInFull(page: Page, baseURL: string | undefined) {
  const complaints = watchConsole(page)
  const account = await atProvider(page, baseURL)
  await page.getByRole('button', { name: /^Pay / }).first().click()
  await expect(page).toHaveURL(/\/success\?session_id=\d+&source=crypto/)
  await expect(heading(page, 'Payment Successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByText('Payments in progress')).toHaveCount(0)
  const receipts = async () => (await receiptsTo(page.request, account.email)).length
  await expect.poll(receipts, { timeout: 20_000 }).toBe(1)
  expect(complaints).toEqual([])
}

// spec: create-charge
test('a script is paid in crypto, in full, at Coinbase', ({ page, baseURL }) => paysInFull(page, baseURL))

test.describe('at BTCPay Server', () => {
  test.use({ baseURL: shop })

  test('a script is paid in full', ({ page, baseURL }) => paysInFull(page, baseURL))

  // spec: crypto-underpaid
  test('an underpaid order shows what arrived and what is due, and one click opens a page for the amount due', async ({
    page,
    baseURL,
  }) => {
    const complaints = watchConsole(page)
    const { account } = await anIncompleteOrder(page, baseURL)
    const main = page.getByRole('main')
    for (const [term, value] of [
      ['Price', '$49.00'],
      ['Received', '$40.00'],
      ['Amount due', '$9.00'],
    ] as const) {
      await expect(main.locator('dl > div').filter({ hasText: term })).toContainText(value)
    }
    await expectSound(page, 'too little arrived')
    await page.goto(`/dashboard`)
    await expect(page.getByText('Payments in progress')).toBeVisible()
    await expect(inProgress(page)).toContainText('We received $40.00 of $49.00. $9.00 is still due.')
    await expectSound(page, 'a dashboard with an order in progress')

    // A new checkout warns before a second payment.
    await page.goto('/checkout?productId=1&purchaseType=one-time')
    await expect(main).toContainText('We received $40.00 of $49.00 for order WF-')
    await page.getByRole('link', { name: /^Open order WF-/ }).click()
    await page.getByRole('button', { name: 'Pay the amount due - $9.00' }).click()
    await expect(page).toHaveURL(/\/sandbox\/btcpay\/checkout\//)
    await expect(page.getByText('$9.00', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Pay $9.00 in full' }).click()
    await expect(page).toHaveURL(/\/success\?session_id=\d+&source=crypto/)
    await expect(heading(page, 'Payment Successful!')).toBeVisible()
    await page.goto(`/dashboard`)
    await expect(page.getByText('Active products')).toBeVisible()
    await expect(page.getByText('Payments in progress')).toHaveCount(0)
    const subjects = async () => (await mailsTo(page.request, account.email)).map(({ subject }) => subject)
    await expect
      .poll(subjects, { timeout: 20_000 })
      .toContainEqual(expect.stringMatching(/^Your receipt for /))
    expect((await subjects()).filter((subject) => subject.startsWith('Too little arrived'))).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  // spec: crypto-underpaid
  test('an underpaid order is refunded with one click, and a page asks for the wallet', {
    tag: DEEP,
  }, async ({ page, baseURL }) => {
    const complaints = watchConsole(page)
    const { account } = await anIncompleteOrder(page, baseURL)
    await page.getByRole('button', { name: 'Get $40.00 back' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('This ends your order of Monad Testnet Farmer.')
    await dialog.getByRole('button', { name: 'Get $40.00 back' }).click()
    await expect(heading(page, 'Your refund is ready')).toBeVisible()
    await expectSound(page, 'money on its way back')
    const claim = page.getByRole('link', { name: 'Claim your refund (opens in a new tab)' })
    const [offer] = await Promise.all([page.waitForEvent('popup'), claim.click()])
    await offer.getByLabel(/wallet/).fill('bc1q-a-wallet-of-mine')
    await offer.getByRole('button', { name: 'Claim' }).click()
    await expect(offer.getByText('Claimed. It is sent to')).toBeVisible()
    await page.goto(`/dashboard`)
    await expect(inProgress(page)).toContainText('$40.00 is ready to be refunded')
    const subjects = async () => (await mailsTo(page.request, account.email)).map(({ subject }) => subject)
    await expect
      .poll(subjects, { timeout: 20_000 })
      .toContainEqual(expect.stringMatching(/^Enter your wallet address for the refund of /))
    expect(complaints).toEqual([])
  })

  // spec: crypto-overpaid-late
  test('an overpaid purchase is complete, and one click refunds its excess', { tag: DEEP }, async ({
    page,
    baseURL,
  }) => {
    const complaints = watchConsole(page)
    await atProvider(page, baseURL)
    await page.clock.install()
    await page.getByRole('button', { name: 'Pay too much ($54.00)' }).click()
    await expect(heading(page, 'Payment Successful!')).toBeVisible()
    const main = page.getByRole('main')
    await expect(main).toContainText('We received $5.00 more than the price.')
    // The page does not redirect while the buyer has a decision to make.
    await page.clock.fastForward(3500)
    await expect(page).toHaveURL(/\/success/)
    await expectSound(page, 'too much arrived')
    await main.getByRole('button', { name: 'Get $5.00 back' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Get $5.00 back' }).click()
    await expect(main.getByRole('link', { name: 'Claim your refund (opens in a new tab)' })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Download' })).toBeVisible()
    const { data } = await (await page.request.get(`/api/user/purchases`)).json()
    expect(data).toMatchObject([{ status: 'completed', excessAmount: 0, returnedAmount: 5 }])
    expect(complaints).toEqual([])
  })

  // spec: crypto-overpaid-late
  test('an expired checkout explains late money, and the purchase completes when the money arrives', {
    tag: DEEP,
  }, async ({ page, baseURL }) => {
    const complaints = watchConsole(page)
    await atProvider(page, baseURL)
    const to = page.url()
    const id = await openPaymentId(page)
    await page.request.post(`${to}/expire`, { maxRedirects: 0 })
    await page.goto(`/success?session_id=${id}&source=crypto`)
    await expect(heading(page, 'The checkout has expired')).toBeVisible()
    await expect(page.getByText(/If you have already paid, do not pay again/)).toBeVisible()
    await page.request.post(`${to}/pay`, { maxRedirects: 0 })
    // The open page shows it without a reload.
    await expect(heading(page, 'Payment Successful!')).toBeVisible()
    await expect(page.getByText(/arrived after the payment page had closed/)).toBeVisible()
    await expectSound(page, 'late money')
    expect(complaints).toEqual([])
  })

  test('late money with a used-up coupon: the full price applies, and the buyer pays the amount due', {
    tag: DEEP,
  }, async ({ page, browser, baseURL }) => {
    const complaints = watchConsole(page)
    const admin = await browser.newContext({ baseURL: shop })
    const couponId = await aCouponOnce(admin.request, baseURL)
    const charge = async (request: APIRequestContext) => {
      const account = newAccount()
      await registerByApi(request, baseURL, account)
      await confirmByMail(request, baseURL, account)
      const data = { productId: 1, email: account.email, couponId }
      const made = await request.post('/api/coinbase/create-charge', { data, headers: ownOrigin(baseURL) })
      return (await made.json()).data as { id: number; hostedUrl: string }
    }
    const mine = await charge(page.request)
    await page.request.post(`${mine.hostedUrl}/expire`, { maxRedirects: 0 })
    const isMine = async () => (await (await page.request.get(`/api/payment/${mine.id}`)).json()).data.status
    await expect.poll(isMine).toBe('expired')
    const other = await browser.newContext({ baseURL: shop })
    const theirs = await charge(other.request)
    await other.request.post(`${theirs.hostedUrl}/pay`, { maxRedirects: 0 })
    const isTheirs = async () => (await (await other.request.get(`/api/payment/${theirs.id}`)).json()).data
    await expect.poll(isTheirs).toMatchObject({ status: 'completed', amount: 39.2 })

    await page.goto(`/success?session_id=${mine.id}&source=crypto`)
    await expect(heading(page, 'The checkout has expired')).toBeVisible()
    await expect(page.getByText(/If your coupon is used up by then/)).toBeVisible()
    await page.request.post(`${mine.hostedUrl}/pay`, { maxRedirects: 0 })
    await expect(heading(page, 'We received less than the price')).toBeVisible()
    await expect(page.getByText(/your discount had ended by then/)).toBeVisible()
    await expectSound(page, 'late money without its coupon')
    await page.goto('/dashboard')
    await expect(inProgress(page)).toContainText(
      'We received $39.20 of $49.00 after your discount had ended.',
    )
    await page.getByRole('button', { name: 'Pay the amount due - $9.80' }).click()
    await page.getByRole('button', { name: 'Pay $9.80 in full' }).click()
    await expect(heading(page, 'Payment Successful!')).toBeVisible()
    expect(complaints).toEqual([])
    await Promise.all([admin.close(), other.close()])
  })
})
