import { askForFile } from './testing/delivery-consent.ts'
import {
  fileAddressOf,
  mailsTo,
  newAccount,
  ownOrigin,
  registerByApi,
  registerOn,
  sha256,
  watchConsole,
} from './testing/shop.ts'
import { expectSound, SOUND_PAGES, settled } from './testing/sound.ts'
import { advanceUntilVisible, appStarted, stopClock } from './testing/stopped-clock.ts'
import { expect, type Page, type Route, SOUND, test } from './testing/test.ts'

const offer = {
  coupon: {
    id: 1,
    code: 'SAVE20',
    discountType: 'percentage',
    discountValue: 0.2,
    description: 'A fifth off',
    appliesTo: 'all',
  },
  discountAmount: 9.8,
  finalAmount: 39.2,
}
const json = (status: number, body: unknown) => (route: Route) => route.fulfill({ status, json: body })

const toast = (page: Page) => page.getByRole('region', { name: /notifications/i }).getByRole('listitem')
const code = (page: Page) => page.getByLabel('Coupon code')
const applied = (page: Page) => page.getByText('SAVE20 applied: 20% off', { exact: true })
const applyButton = (page: Page) => page.getByRole('button', { name: 'Apply' })

/** Registers a buyer and opens the checkout, by default of a $49.00 script. */
async function atCheckout(
  page: Page,
  baseURL: string | undefined,
  query = 'productId=1&purchaseType=one-time',
) {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await page.goto(`/checkout?${query}`)
  await expect(page.getByRole('list', { name: 'Checkout steps' })).toBeVisible()
  return account
}

test.describe('the checkout', () => {
  // spec: checkout-no-product
  test('without a product leads home and says so', async ({ page }) => {
    await page.goto('/checkout')
    await expect(toast(page)).toContainText('No product selected')
    await expect(toast(page)).toContainText('Please select a product from the pricing page')
    await expect(page).toHaveURL(/\/$/)
  })

  // spec: route-checkout, checkout-signed-out, checkout-email, auth-return-address
  test('without a session leads to the login and back', async ({ page }) => {
    await page.goto('/checkout?productId=1&purchaseType=one-time')
    await expect(toast(page)).toContainText('Authentication Required')
    await expect(page).toHaveURL(/\/auth/)
    const account = newAccount()
    await registerOn(page, account)
    await expect(page).toHaveURL(/\/checkout\?productId=1/)
    await expect(page.getByLabel('Email')).toHaveValue(account.email)
  })

  // spec: checkout-purchase-type, checkout-steps, checkout-method, checkout-email-rule
  test('shows steps, order, payment methods, next steps, renewal and guarantee, and requires an email address', async ({
    page,
    baseURL,
  }) => {
    await atCheckout(page, baseURL)
    for (const step of ['Review', 'Payment', 'Access'])
      await expect(page.getByRole('list', { name: 'Checkout steps' }).getByText(step)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Monad Testnet Farmer' })).toBeVisible()
    await expect(page.getByText('Total due today')).toBeVisible()
    await expect(page.getByText('All updates of the next 3 months')).toBeVisible()
    const header = page.getByRole('banner')
    await expect(header).toContainText('Secure payment by Stripe or Coinbase')
    await expect(header.getByRole('navigation')).toHaveCount(0)
    await expect(header.getByRole('button', { name: 'Back' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'What happens next?' })).toBeVisible()
    await expect(page.getByRole('radio', { name: /card/i })).toBeChecked()
    await expect(page.getByText('Recommended')).toBeVisible()
    await expect(page.getByText(/^7-day money-back guarantee/)).toBeVisible()
    await expect(page.getByText(/It does not renew/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay with Card - $49.00' })).toBeVisible()
    await page.getByRole('radio', { name: /crypto/i }).click()
    await expect(page.getByRole('button', { name: 'Pay with Crypto - $49.00' })).toBeVisible()
    await page.getByLabel('Email').fill('nobody')
    await askForFile(page)
    await page.getByRole('button', { name: /^Pay with Crypto/ }).click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await expect(page).toHaveURL(/\/checkout/)

    await page.goto('/checkout?productId=2')
    await expect(page.getByRole('button', { name: 'Subscribe with Card - $29.99/month' })).toBeVisible()
    await expect(page.getByText(/renews/i)).toHaveText(
      /renews monthly until cancelled, first on .* at \$29\.99\./,
    )
    await page.goto('/checkout?productId=2&method=crypto')
    await expect(page.getByRole('radio', { name: /crypto/i })).toBeChecked()
    await expect(page.getByRole('button', { name: 'Subscribe with Crypto - $29.99/month' })).toBeVisible()
  })

  test('while a payment for its product is processed says so and links to that order', async ({
    page,
    baseURL,
  }) => {
    const account = newAccount()
    await registerByApi(page.request, baseURL, account)
    const created = await page.request.post('/api/payment/create', {
      headers: ownOrigin(baseURL),
      data: {
        productId: 1,
        provider: 'stripe',
        email: account.email,
        purchaseType: 'one-time',
        clientPaymentId: `visit-${account.username}`,
      },
    })
    const { id, url } = (await created.json()).data
    await page.request.post(`${new URL(url).pathname}/async-pay`, { maxRedirects: 0 })
    const open = async () => (await (await page.request.get('/api/payment/open')).json()).data.length
    await expect.poll(open, { timeout: 20_000 }).toBe(1)
    await page.goto('/dashboard')
    await expect(page.getByText('Processing', { exact: true })).toBeVisible()
    await page.goto('/checkout?productId=1&purchaseType=one-time')
    await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pay with/ })).toHaveCount(0)
    await page.getByRole('link', { name: /^See order WF-/ }).click()
    await expect(page).toHaveURL(`/success?session_id=${id}&source=stripe`)
  })

  // spec: checkout-load-failure
  test('that cannot load its product says so and leads home', async ({ page, baseURL }) => {
    await registerByApi(page.request, baseURL, newAccount())
    await page.route('**/api/products/1', json(500, { success: false, message: 'x' }))
    await page.goto('/checkout?productId=1&purchaseType=one-time')
    await expect(
      page.getByText('There was an error loading the product details. Please try again.'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Return to Homepage' }).click()
    await expect(page).toHaveURL(/\/$/)
  })

  // spec: checkout-states, error-payment
  test('shows the server’s message or a fallback when the payment cannot be opened, above the pay bar', async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await atCheckout(page, baseURL)
    const pay = page.getByRole('button', { name: /^Pay with Card/ })
    const bar = await page.locator('.sticky', { has: pay }).boundingBox()
    expect(bar?.height, 'the amount and the button only').toBeLessThan(120)
    await askForFile(page)
    for (const [answer, said] of [
      [json(503, { success: false, message: 'The provider rests.' }), 'The provider rests.'],
      [json(200, { success: true, data: {} }), 'There was an error initiating the payment.'],
    ] as const) {
      await page.route('**/api/payment/create', answer)
      await pay.click()
      await expect(toast(page)).toContainText('Payment Error')
      await expect(toast(page)).toContainText(said)
      await expect(
        page.getByRole('alert').getByText(`${said} Nothing was charged. You can try again.`),
      ).toBeVisible()
      await expect(pay).toBeEnabled()
      await page.waitForTimeout(300)
      const [message, button] = [await toast(page).boundingBox(), await pay.boundingBox()]
      expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
    }
  })

  // spec: route-checkout, checkout-busy
  test('says Processing... while the payment opens, and sends the referral code', async ({
    page,
    baseURL,
  }) => {
    await atCheckout(page, baseURL, 'productId=1&purchaseType=one-time&ref=FRIEND01')
    let sent: unknown
    await page.route('**/api/payment/create', async (route) => {
      sent = route.request().postDataJSON()
      await new Promise((resolve) => setTimeout(resolve, 600))
      await route.fulfill({ status: 503, json: { success: false, message: 'Later.' } })
    })
    await askForFile(page)
    await page.getByRole('button', { name: /^Pay with Card/ }).click()
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
    await expect(toast(page)).toContainText('Later.')
    expect(sent).toMatchObject({ referralCode: 'FRIEND01', provider: 'stripe', finalAmount: 49 })
  })
})

test.describe('a coupon', () => {
  // spec: checkout-coupon-box, coupon-states, coupon-input
  test('is upper-cased, validated, applied, locked and removed', async ({ page, baseURL }) => {
    await atCheckout(page, baseURL)
    let asked: unknown
    await page.route('**/api/coupons/validate', async (route) => {
      asked = route.request().postDataJSON()
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.fulfill({ json: { success: true, data: offer, message: 'Coupon applied.' } })
    })
    await expect(applyButton(page)).toBeDisabled()
    await code(page).pressSequentially('save20')
    await expect(code(page)).toHaveValue('SAVE20')
    await code(page).press('Enter')
    await expect(page.getByRole('button', { name: 'Validating' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pay with Card/ })).toBeDisabled()

    await expect(page.getByText('Discount (SAVE20)')).toBeVisible()
    expect(asked).toEqual({ code: 'SAVE20', scriptId: 1, amount: 49 })
    await expect(page.getByText('−$9.80')).toBeVisible()
    await expect(applied(page)).toBeVisible()
    await expect(code(page)).not.toBeEditable()
    await expect(page.getByRole('button', { name: 'Pay with Card - $39.20' })).toBeVisible()

    const paid: unknown[] = []
    await page.route('**/api/payment/create', (route) => {
      paid.push(route.request().postDataJSON())
      return route.fulfill({ status: 422, json: { success: false, message: 'No.' } })
    })
    await askForFile(page)
    await page.getByRole('button', { name: 'Pay with Card - $39.20' }).click()
    await expect.poll(() => paid).toHaveLength(1)
    expect(paid[0]).toMatchObject({ couponId: 1, discountAmount: 9.8, finalAmount: 39.2 })

    await page.getByRole('button', { name: 'Remove coupon SAVE20' }).click()
    await expect(code(page)).toHaveValue('')
    await expect(code(page)).toBeFocused()
    await expect(page.getByText('Discount (SAVE20)')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Pay with Card - $49.00' })).toBeVisible()
  })

  test('on a subscription applies to the first month; the button keeps the monthly price', async ({
    page,
    baseURL,
  }) => {
    await atCheckout(page, baseURL, 'productId=2')
    const first = { ...offer, discountAmount: 6, finalAmount: 23.99 }
    await page.route('**/api/coupons/validate', json(200, { success: true, data: first }))
    await code(page).fill('SAVE20')
    await applyButton(page).click()
    await expect(page.getByText('for the first month', { exact: true })).toBeVisible()
    await expect(page.getByText(/^\$23\.99 for the first month\. After that/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Subscribe with Card - $29.99/month' })).toBeVisible()
  })

  // spec: coupon-states
  test('that does not exist is refused by the server', async ({ page, baseURL }) => {
    await atCheckout(page, baseURL)
    await code(page).fill('nosuchcode')
    await applyButton(page).click()
    await expect(toast(page)).toContainText('Invalid coupon')
    await expect(toast(page)).toContainText('This coupon code is not valid.')
    await expect(code(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('This coupon code is not valid.')).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Pay with Card - $49.00' })).toBeEnabled()
  })

  // spec: error-coupon
  test('that is refused shows the server’s reason or a fallback, and the price stays', async ({
    page,
    baseURL,
  }) => {
    await atCheckout(page, baseURL)
    for (const [answer, title, said] of [
      [
        json(422, { success: false, message: 'This coupon has expired.' }),
        'Invalid coupon',
        'This coupon has expired.',
      ],
      [json(503, { success: false, message: 'The shop rests.' }), 'Error applying coupon', 'The shop rests.'],
      [
        json(200, { success: true, data: {} }),
        'Error applying coupon',
        'Invalid response format from server',
      ],
      [json(200, { success: false }), 'Invalid coupon', 'Failed to validate coupon'],
    ] as const) {
      await page.route('**/api/coupons/validate', answer)
      await code(page).fill('WHATEVER')
      await applyButton(page).click()
      await expect(toast(page)).toContainText(title)
      await expect(toast(page)).toContainText(said)
      await expect(page.getByText('Total due today')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Pay with Card - $49.00' })).toBeVisible()
    }
  })

  // spec: coupon-login
  test('of a customer whose session ended is applied automatically after the login', async ({
    page,
    context,
    baseURL,
  }) => {
    await atCheckout(page, baseURL)
    // The page has loaded the current user before the session ends.
    await settled(page)
    await context.clearCookies()
    await code(page).fill('save20')
    await applyButton(page).click()
    await expect(page).toHaveURL(/\/auth/)
    await expect(toast(page)).toContainText('Authentication required')
    await expect(toast(page)).toContainText('Please login to apply a coupon code')
    await expect(page.getByText('You must be logged in to apply a coupon')).toBeVisible()

    await page.route('**/api/coupons/validate', json(200, { success: true, data: offer }))
    await registerOn(page, newAccount())
    await expect(page).toHaveURL(/\/checkout\?productId=1/)
    await expect(applied(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay with Card - $39.20' })).toBeVisible()
  })
})

test.describe('the crypto checkout', () => {
  // spec: crypto-checkout-errors
  test('says that crypto is not available and links to the card checkout', async ({ page, baseURL }) => {
    const account = await atCheckout(
      page,
      baseURL,
      'productId=1&purchaseType=one-time&method=crypto&ref=FRIEND01',
    )
    const sentence = 'Crypto payments are not available in this shop right now. Please pay by card.'
    await page.route('**/api/coinbase/create-charge', json(503, { success: false, message: sentence }))
    await askForFile(page)
    await page.getByRole('button', { name: 'Pay with Crypto - $49.00' }).click()
    await expect(page).toHaveURL(/\/coinbase-checkout\?productId=1&email=.*&ref=FRIEND01/)
    expect(new URL(page.url()).searchParams.get('email')).toBe(account.email)
    await expect(toast(page)).toContainText('Checkout Error')
    await expect(toast(page)).toContainText(sentence)
    await expect(page.getByRole('main').getByText(sentence)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Products' })).toHaveAttribute('href', '/products')
    await page.getByRole('link', { name: 'Pay by card instead' }).click()
    await expect(page.getByRole('button', { name: 'Pay with Card - $49.00' })).toBeVisible()
  })

  // spec: crypto-checkout, crypto-checkout-states
  test('prepares the charge, shows it and links to the provider’s page', async ({ page, baseURL }) => {
    await registerByApi(page.request, baseURL, newAccount())
    await page.route('**/api/coinbase/create-charge', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      const expiresAt = new Date(Date.now() + 3_000_000 + 30_000).toISOString()
      const data = { hostedUrl: `${baseURL}/sandbox`, provider: 'coinbase', expiresAt }
      await route.fulfill({ json: { success: true, data } })
    })
    await page.goto('/coinbase-checkout?productId=1&email=a%40buyer.example')
    await expect(page.getByRole('heading', { name: 'Preparing Checkout' })).toBeVisible()
    await expect(page.getByText('Price in USD')).toBeVisible()
    for (const text of ['USDC (1 USDC pays 1 US dollar)', 'Base', '50 minutes'])
      await expect(page.getByRole('definition').getByText(text, { exact: true })).toBeVisible()
    for (const term of ['Too little', 'Too much', 'Too late'])
      await expect(page.getByRole('term').filter({ hasText: term })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: 'Monad Testnet Farmer' })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: '$49.00' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/products')
    await page.getByRole('link', { name: 'Proceed to Payment' }).click()
    await expect(page).toHaveURL(/\/sandbox$/)
  })

  for (const [query, break_, said] of [
    ['', null, 'No product specified'],
    ['productId=1', '**/api/products/1', 'Failed to fetch product details'],
  ] as const) {
    // spec: error-crypto
    test(`says "${said}"`, async ({ page, baseURL }) => {
      await registerByApi(page.request, baseURL, newAccount())
      if (break_) await page.route(break_, json(500, { success: false, message: 'x' }))
      await page.goto(`/coinbase-checkout?${query}`)
      await expect(toast(page)).toContainText('Checkout Error')
      await expect(toast(page)).toContainText(said)
      await expect(page.getByRole('link', { name: 'Back to Products' })).toBeVisible()
    })
  }

  // spec: error-charge
  test('shows a fallback message when the server sends none', async ({ page, baseURL }) => {
    await registerByApi(page.request, baseURL, newAccount())
    await page.route('**/api/coinbase/create-charge', json(201, { success: true, data: { hostedUrl: '' } }))
    await page.goto('/coinbase-checkout?productId=1')
    await expect(toast(page)).toContainText('Failed to initialize Coinbase Commerce checkout')
  })

  // spec: route-coinbase-checkout
  test('requires a login', async ({ page }) => {
    await page.goto('/coinbase-checkout?productId=1')
    await expect(page).toHaveURL(/\/auth/)
  })
})

test.describe('returning from the provider', () => {
  /** Opens a checkout by API, and pays it if `paid` is true. */
  async function anOrder(page: Page, baseURL: string | undefined, paid: boolean) {
    const account = newAccount()
    await registerByApi(page.request, baseURL, account)
    const created = await page.request.post('/api/payment/create', {
      headers: { origin: baseURL ?? '' },
      data: {
        productId: 1,
        provider: 'stripe',
        email: account.email,
        purchaseType: 'one-time',
        clientPaymentId: `visit-${account.username}`,
      },
    })
    const { url } = (await created.json()).data
    const path = new URL(url).pathname
    if (paid) await page.request.post(`${path}/pay`, { maxRedirects: 0 })
    return { account, path, checkoutId: path.split('/').at(-1) ?? '' }
  }

  // spec: success-page, success-redirect
  test('with a settled payment shows success and eight characters of the transaction, and redirects after 3 s', async ({
    page,
    baseURL,
  }) => {
    const { account, checkoutId } = await anOrder(page, baseURL, true)
    await stopClock(page)
    await page.goto(`/success?session_id=${checkoutId}&source=stripe`)
    await advanceUntilVisible(page, page.getByRole('heading', { name: 'Payment Successful!' }))
    await expect(toast(page)).toContainText('Payment Successful!')
    await expect(page.getByRole('main')).toContainText(account.email)
    const payment = (await (await page.request.get(`/api/payment/${checkoutId}`)).json()).data
    await expect(page.getByText(payment.transactionId.slice(0, 8), { exact: true })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(payment.orderReference)
    await expect(page.getByRole('link', { name: 'Return to Home' })).toBeVisible()
    await page.clock.runFor(1500)
    await expect(page).toHaveURL(/\/success/)
    await page.clock.resume()
    await expect(page).toHaveURL(/\/dashboard/)
  })

  // spec: success-once-settled
  test('with an unpaid order shows no success and does not redirect', async ({ page, baseURL }) => {
    const { checkoutId, path } = await anOrder(page, baseURL, false)
    await page.clock.install()
    await page.goto(`/success?session_id=${checkoutId}&source=stripe`)
    await expect(page.getByRole('heading', { name: 'Verifying Payment...' })).toBeVisible()
    await page.clock.fastForward(3500)
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toHaveCount(0)
    await expect(page).toHaveURL(/\/success/)
    await page.request.post(`${path}/pay`, { maxRedirects: 0 })
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  })

  // spec: success-from-crypto
  test('with source=crypto verifies for 1.5 s, then redirects after 2 s', async ({ page, baseURL }) => {
    await registerByApi(page.request, baseURL, newAccount())
    await stopClock(page)
    const account = page.waitForResponse('**/api/auth/me')
    await page.goto('/success?source=crypto')
    await expect(page.getByRole('heading', { name: 'Verifying Payment...' })).toBeVisible()
    // The server's page says so too.
    await appStarted(page)
    // The text depends on the reader, and with a stopped clock a later answer would not be shown.
    await (await account).finished()
    await page.clock.runFor(1500)
    await expect(page.getByText(/delivered by email after blockchain confirmation/)).toBeVisible()
    await page.clock.runFor(1000)
    await expect(page).toHaveURL(/\/success/)
    await page.clock.resume()
    await expect(page).toHaveURL(/\/dashboard/)
  })

  // spec: success-received
  test('to /payment/success shows Payment Received with a dashboard button, and redirects after 2 s', async ({
    page,
    baseURL,
  }) => {
    await registerByApi(page.request, baseURL, newAccount())
    await stopClock(page)
    await page.goto('/payment/success?source=crypto&status=paid')
    await advanceUntilVisible(page, page.getByRole('heading', { name: 'Payment Received' }))
    await expect(page.getByText(/delivered by email after blockchain confirmation/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to Dashboard Now' })).toBeVisible()
    await page.clock.runFor(500)
    await expect(page).toHaveURL(/\/payment\/success/)
    await page.clock.resume()
    await expect(page).toHaveURL(/\/dashboard/)
  })

  // spec: route-cancel, cancelled-page, payment-cancelled-page
  test('to /cancel shows links to the checkout and home; /payment/cancel says that nothing was charged', async ({
    page,
    baseURL,
  }) => {
    await registerByApi(page.request, baseURL, newAccount())
    await page.goto('/cancel?productId=1&purchaseType=one-time')
    await expect(page.getByRole('link', { name: 'Return to Home' })).toBeVisible()
    await page.getByRole('link', { name: 'Return to Checkout' }).click()
    await expect(page.getByRole('button', { name: 'Pay with Card - $49.00' })).toBeVisible()

    await page.goto('/payment/cancel')
    await expect(toast(page)).toContainText('Payment Cancelled')
    await expect(toast(page)).toContainText('Your payment was cancelled or not completed.')
    await expect(page.getByText(/no charges were made/i)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Return to Home' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Products' })).toHaveAttribute('href', '/products')
  })
})

test('a guest pays on a pay page, and the mail links to the file', async ({ page, request }) => {
  const links = (await (await request.get('/api/payment/links')).json()).data
  expect(Object.keys(links)).toEqual(['premium', 'lifetime', 'monad', 'soneium', 'unichain'])
  const { email } = newAccount()
  await page.goto(links.monad.card)
  await expect(page.getByRole('heading', { name: 'Monad Testnet Farmer' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Pay $49.00' }).click()
  await expect(page).toHaveURL(/\/payment\/success\?source=card/)
  await expect(page.getByRole('heading', { name: 'Payment Received' })).toBeVisible()
  await expect(page.getByText(/Bought without an account\?/)).toBeVisible()

  await expect.poll(async () => (await mailsTo(request, email)).length, { timeout: 20_000 }).toBe(1)
  const [receipt] = await mailsTo(request, email)
  const product = (await (await request.get('/api/products/1')).json()).data
  expect(receipt?.subject).toContain(product.name)
  const file = await request.get(fileAddressOf(receipt))
  expect(file.status()).toBe(200)
  expect(sha256(await file.body())).toBe(product.sha256)
})

test('a guest who registers with the address and confirms it finds the purchase at once', async ({
  page,
  request,
}) => {
  const account = newAccount()
  const links = (await (await request.get('/api/payment/links')).json()).data
  await page.goto(links.monad.card)
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Pay $49.00' }).click()
  await expect(page).toHaveURL(/\/payment\/success/)
  await expect.poll(async () => (await mailsTo(request, account.email)).length, { timeout: 20_000 }).toBe(1)
  await page.goto('/auth?tab=register')
  await registerOn(page, account)
  await expect(page).toHaveURL(/\/dashboard/)
  const link = async () =>
    (await mailsTo(request, account.email))
      .flatMap((mail) => mail.links)
      .find((one) => one.includes('verify-email'))
  await expect.poll(link, { timeout: 20_000 }).toBeDefined()
  await page.goto((await link()) ?? '')
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await page.getByRole('tab', { name: 'Products', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Monad Testnet Farmer', level: 2 })).toBeVisible()
})

// spec: direct-links
test('every pay page asks the same price as the shop', async ({ page, request }) => {
  const links = (await (await request.get('/api/payment/links')).json()).data
  const ids = { premium: 2, lifetime: 12, monad: 1, soneium: 3, unichain: 4 }
  for (const [plan, id] of Object.entries(ids)) {
    const product = (await (await request.get(`/api/products/${id}`)).json()).data
    await page.goto(links[plan].card)
    await expect(page.getByRole('heading', { name: product.name })).toBeVisible()
    await expect(page.locator('.price')).toHaveText(`$${product.price.toFixed(2)}`)
  }
})

for (const [name, path, prepare] of [
  ['with a coupon', '/checkout?productId=2', 'coupon'],
  ['in crypto', '/checkout?productId=1&purchaseType=one-time&method=crypto', null],
  ['of a crypto charge', SOUND_PAGES.crypto[0], 'charge'],
  ['without a crypto charge', SOUND_PAGES.crypto[0], null],
] as const) {
  test(`the checkout ${name} is sound at every width, in both themes`, { tag: SOUND }, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(120_000)
    await registerByApi(page.request, baseURL, newAccount())
    const complaints = watchConsole(page)
    await page.route('**/api/coupons/validate', json(200, { success: true, data: offer }))
    if (prepare === 'charge')
      await page.route(
        '**/api/coinbase/create-charge',
        json(201, { success: true, data: { hostedUrl: 'https://pay.example/1' } }),
      )
    else
      await page.route('**/api/coinbase/create-charge', json(503, { success: false, message: 'Not today' }))
    await expectSound(page, path, {
      prepare: async () => {
        await page.goto(path)
        await settled(page)
        // A page that is opened again applies the code itself.
        if (prepare !== 'coupon' || (await code(page).inputValue()) !== '') return
        await code(page).fill('SAVE20')
        await applyButton(page).click()
        await expect(page.getByText('Discount (SAVE20)')).toBeVisible()
      },
    })
    // The browser logs the failed request of a refused charge.
    expect(complaints.filter((text) => !/503/.test(text))).toEqual([])
  })
}
