import type { GuestOrderView } from '../src/shared/payments/contract.ts'
import { fileAddressOf, mailsTo, newAccount, ownOrigin } from './testing/shop.ts'
import { expectSound } from './testing/sound.ts'
import { DEEP, expect, SOUND, test } from './testing/test.ts'

const ORDER: GuestOrderView = {
  id: 41,
  orderReference: 'WF-7K3M-Q9TX',
  productId: 1,
  productName: 'Monad Testnet Farmer',
  productSlug: 'monad',
  purchaseType: 'one-time',
  amount: 49,
  discountAmount: 0,
  trialDays: 0,
  trialStopped: null,
  status: 'completed',
  needsAttention: false,
  isProcessing: false,
  awaitsFile: false,
  email: `a-rather-long-address-${'x'.repeat(40)}@buyer.example`,
  transactionId: 'pi_123456789',
  createdAt: '2026-11-01T12:00:00.000Z',
  paymentDate: '2026-11-01T12:01:00.000Z',
  isCrypto: false,
  lostBy: null,
  payUrl: null,
  receivedAmount: 0,
  dueAmount: 0,
  excessAmount: 0,
  returnedAmount: 0,
  discountLost: false,
  situation: null,
  isSecondPayment: false,
  couponReused: false,
  claimUrl: null,
  hasAccount: false,
  bundle: null,
  file: {
    name: 'windfall-monad-1.2.0.zip',
    version: '1.2.0',
    size: 12_000,
    sha256: 'ab'.repeat(32),
    isLogged: true,
    run: {
      language: 'python',
      runtime: 'Python 3.9 or newer',
      entry: 'monad_farmer.py',
      dependencies: [],
      folder: 'windfall-monad-1.2.0',
      hasExample: true,
    },
  },
}

const NONE = { file: null, transactionId: null, paymentDate: null }
const CRYPTO = { ...NONE, isCrypto: true }
const payUrl = 'https://pay.example/41'

const STATES: [name: string, heading: string, changed: Partial<GuestOrderView>, says: RegExp][] = [
  ['paid', 'Payment Successful!', {}, /Run it in three steps/],
  [
    'partial',
    'We received less than the price',
    { ...CRYPTO, status: 'expired', situation: 'underpaid', receivedAmount: 40, dueAmount: 9 },
    /Register with the same email address/,
  ],
  [
    'partial while its page is open',
    'We received less than the price',
    { ...CRYPTO, status: 'pending', situation: 'underpaid', receivedAmount: 40, dueAmount: 9, payUrl },
    /Send the missing \$9\.00 on the payment page/,
  ],
  ['failed', 'The payment did not go through', { ...NONE, status: 'failed' }, /no charges were made/],
  ['expired', 'The checkout has expired', { ...NONE, status: 'expired' }, /not paid in time/],
  [
    'review',
    'Your payment is being reviewed',
    { ...NONE, status: 'pending', needsAttention: true },
    /Do not pay again/,
  ],
  ['refunded', 'This payment was refunded', { ...NONE, status: 'refunded' }, /no longer be downloaded/],
  ['second', 'You paid twice', { isSecondPayment: true }, /refunding \$49\.00 to you/],
  // Last: it stops the clock of the page.
  ['pending', 'Payment pending', { ...NONE, status: 'pending' }, /no need to pay again/],
]

test('the page of an order without an account says what happened and what to do, in each state', {
  tag: [SOUND, DEEP],
}, async ({ page }) => {
  for (const [name, heading, changed, says] of STATES) {
    const data = { ...ORDER, ...changed }
    await page.route('**/api/payment/guest/*', (route) => route.fulfill({ json: { success: true, data } }))
    if (name === 'pending') await page.clock.install()
    await page.goto('/success?session_id=cs_41&source=stripe')
    if (name === 'pending') {
      // The wait begins when the app is running: it shows the order, the server's page does not.
      await expect(page.getByRole('main')).toContainText('Monad Testnet Farmer')
      await page.clock.fastForward(11_000)
    }
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(says)
    await expect(page.getByRole('main')).toContainText('Monad Testnet Farmer')
    await expect(page.getByRole('main')).toContainText('$49.00')
    await expect(page.getByRole('button', { name: 'Download', exact: true })).toHaveCount(
      name === 'paid' ? 1 : 0,
    )
    if (name === 'paid' || name === 'partial') await expectSound(page, `guest order ${name}`)
    await page.unroute('**/api/payment/guest/*')
  }
})

test('paying by card and then with crypto while the check of the address loads opens one order', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/email-check-*.js', async (route) => {
    await released
    await route.continue()
  })
  const methods: string[] = []
  await page.route('**/api/payment/guest', (route) => {
    methods.push(route.request().postDataJSON().method)
    return route.fulfill({ status: 503, json: { success: false, message: 'Not now.' } })
  })
  await page.goto('/products/monad')
  const form = page.getByRole('form', { name: 'Buy without an account' })
  await form.getByLabel('Email').fill('guest@buyer.example')
  await form.getByRole('button', { name: 'Buy without an account' }).click()
  await expect(form.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  await form.getByRole('button', { name: 'Or pay with crypto' }).click()
  release()
  await expect(form.getByText('Not now.')).toBeVisible()
  expect(methods).toEqual(['card'])
})

// spec: guest-purchases
test('a guest corrects the address, and gets fresh links by “Find my purchase”', async ({
  page,
  request,
  baseURL,
}) => {
  const [wrong, right] = [newAccount().email, newAccount().email]
  const order = { productId: 1, method: 'card', email: wrong, clientPaymentId: `visit-${wrong}` }
  const headers = ownOrigin(baseURL)
  const { url } = (await (await page.request.post('/api/payment/guest', { data: order, headers })).json())
    .data
  const path = new URL(url).pathname
  await page.request.post(`${path}/pay`, { maxRedirects: 0 })
  await page.goto(`/success?session_id=${path.split('/').at(-1)}&source=stripe`)
  await page.getByRole('button', { name: 'Wrong address? Correct it' }).click()
  await page.getByLabel('The right email address').fill(right)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main')).toContainText(`on their way to ${right}`)

  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Find my purchase' }).click()
  await page.getByRole('main').getByLabel('Email').fill(right)
  await page.getByRole('button', { name: 'Send the links' }).click()
  // The removed form had the focus.
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeFocused()
  const found = async () =>
    (await mailsTo(request, right)).find(({ subject }) => subject === 'The links to your purchases')
  await expect.poll(found, { timeout: 20_000 }).toBeDefined()
  expect((await request.get(fileAddressOf(await found()))).status()).toBe(200)
})
