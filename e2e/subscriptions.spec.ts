import { type Account, buyByApi, mailsTo, newAccount, registerByApi, watchConsole } from './testing/shop.ts'
import { violationsOf } from './testing/sound.ts'
import { type APIRequestContext, DEEP, expect, type Page, test } from './testing/test.ts'

test.afterEach(({ request }) => request.delete('/sandbox/faults').then(() => undefined))

const PREMIUM_ID = 2
const SUBSCRIPTIONS = '/dashboard?tab=subscriptions'

const cardOn = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Premium/ }) })

const isAccessible = async (page: Page) => expect(await violationsOf(page)).toEqual([])

/** Returns a function that triggers an event at Stripe for this account's subscription, without the shop. */
async function atStripe(request: APIRequestContext, { email }: Account) {
  const sessions = await (await request.get('/sandbox/stripe/sessions.json')).json()
  const own = sessions.find(
    (one: { customer_email: string; subscription: string | null }) =>
      one.customer_email === email && one.subscription !== null,
  )
  return async (verb: 'renew' | 'fail' | 'cancel' | 'give-up') => {
    const answer = await request.post(`/sandbox/stripe/subscriptions/${own.subscription}/${verb}`)
    expect(answer.ok()).toBe(true)
  }
}

async function aSubscriber(page: Page, baseURL: string | undefined) {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await buyByApi(page.request, baseURL, account, PREMIUM_ID, 'subscription')
  await page.goto(SUBSCRIPTIONS)
  await expect(cardOn(page).getByText('Active', { exact: true })).toBeVisible()
  const scripts = (await (await page.request.get('/api/products?limit=100')).json()).data
  const script = scripts.find(
    ({ isSubscription, id, fileName }: { isSubscription: boolean; id: number; fileName: string | null }) =>
      !isSubscription && id !== 12 && fileName !== null,
  )
  const opens = async () => (await page.request.get(`/api/download/file/${script.id}`)).status() === 200
  const subjects = async () => (await mailsTo(page.request, account.email)).map(({ subject }) => subject)
  return { account, happens: await atStripe(page.request, account), opens, subjects }
}

// spec: subscription-buttons
test('a subscription fails to renew, is paid, cancelled, resumed, cancelled, and ends: each step shows live', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const complaints = watchConsole(page)
  const { happens, opens, subjects } = await aSubscriber(page, baseURL)
  const card = cardOn(page)

  await happens('fail')
  await expect(card.getByText(/^Payment failed – access until \d{1,2} \w{3} \d{4}$/)).toBeVisible()
  await expect(card).toContainText('You keep access to your files')
  await expect(card.getByRole('button', { name: 'Access Premium Features' })).toBeDisabled()
  expect(await opens()).toBe(true)
  await expect.poll(subjects).toContain('The renewal of Premium Subscription could not be paid')
  await isAccessible(page)
  await page.goto('/dashboard')
  const notice = page.getByRole('region', { name: 'Payment failed' })
  await expect(notice).toContainText('access until')
  await isAccessible(page)
  await notice.getByRole('link', { name: 'My Subscriptions' }).click()

  await happens('renew')
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  await expect.poll(subjects).toContain('Your Premium Subscription is paid again')

  const dialog = page.getByRole('alertdialog')
  const cancel = async () => {
    await card.getByRole('button', { name: 'Cancel subscription' }).click()
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(card.getByText(/^Cancels on /)).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(card.getByRole('heading')).toBeFocused()
  }
  await cancel()
  await card.getByRole('button', { name: 'Resume subscription' }).click()
  await expect(card.getByText('Renews on')).toBeVisible()
  await expect(card.getByRole('heading')).toBeFocused()
  await cancel()
  expect(await opens()).toBe(true)

  // The period ends.
  await happens('renew')
  await expect(card.getByText('Ended', { exact: true })).toBeVisible()
  await expect(card.getByText('Ended on')).toBeVisible()
  expect(await opens()).toBe(false)
  await isAccessible(page)
  await card.getByRole('link', { name: 'Subscribe again' }).click()
  await expect(page.getByRole('button', { name: 'Subscribe with Card - $29.99/month' })).toBeVisible()
  expect((await subjects()).filter((one) => one.startsWith('The renewal of'))).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('a failed renewal is paid on the provider’s billing page, which links back to the shop', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  const { happens, opens } = await aSubscriber(page, baseURL)
  const card = cardOn(page)
  await happens('fail')
  await happens('give-up')
  await expect(card.getByText('Payment failed', { exact: true })).toBeVisible()
  expect(await opens()).toBe(false)

  await card.getByRole('button', { name: 'Update card' }).click()
  await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible()
  await page.getByRole('button', { name: 'Update card' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await expect(page).toHaveURL(SUBSCRIPTIONS)
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  expect(await opens()).toBe(true)

  await page.getByRole('button', { name: 'Manage billing' }).click()
  await page.getByRole('button', { name: 'Cancel at period end' }).click()
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await expect(card.getByText(/^Cancels on /)).toBeVisible()
})

test('a billing page that does not open shows an error, and its button can be clicked again', async ({
  page,
  request,
  baseURL,
}) => {
  await aSubscriber(page, baseURL)
  await request.put('/sandbox/faults', { data: { stripeApi: 'fail' } })
  const button = page.getByRole('button', { name: 'Manage billing' })
  await button.click()
  await expect(page.getByText(/provider is not answering/).first()).toBeVisible()
  await expect(button).toBeEnabled()
})

test('after buying Lifetime the running Premium is marked as cancellable', async ({ page, baseURL }) => {
  const { account } = await aSubscriber(page, baseURL)
  await buyByApi(page.request, baseURL, account, 12)
  await expect(cardOn(page)).toContainText('Your Lifetime plan includes every script of this subscription.')
  await isAccessible(page)
})

test('a prepaid subscription shows its end, and a reminder’s link opens the dialog for another month', async ({
  page,
  baseURL,
}) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  const [product] = (await (await page.request.get('/api/products?limit=1')).json()).data
  const subscription = {
    id: 7,
    userId: 1,
    productId: product.id,
    status: 'active',
    startDate: '2026-01-01T00:00:00.000Z',
    monthlyPrice: 29.99,
    nextBillingDate: null,
    provider: 'coinbase',
    prepaid: true,
    reversed: null,
    cancelAtPeriodEnd: true,
    endsAt: '2036-02-01T00:00:00.000Z',
    pastDueSince: null,
    graceEndsAt: null,
    trialEndsAt: null,
    product,
  }
  await page.route('**/api/user/subscriptions*', (route) =>
    route.fulfill({ json: { success: true, data: [subscription], nextCursor: null } }),
  )
  await page.route('**/api/user/subscriptions/7/renew', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'Crypto payments are not available.' } }),
  )
  await page.goto(`${SUBSCRIPTIONS}&renew=7`)
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('begins where your paid time ends, on 1 Feb 2036')
  await expect(page).toHaveURL(SUBSCRIPTIONS)
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.locator('[data-tone]')).toHaveText('Checkout ErrorCrypto payments are not available.')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Paid until')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Manage billing' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Renew with crypto' }).click()
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(dialog).toBeHidden()
})

test('a month bought in crypto without an account becomes the account’s, and is renewed with two clicks', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const account = newAccount()
  await page.request.post('/sandbox/pay/premium/crypto/pay', { data: { email: account.email } })
  await registerByApi(page.request, baseURL, account)
  const link = async () => {
    const mails = await mailsTo(page.request, account.email)
    return mails.flatMap(({ links }) => links).find((one) => one.includes('/verify-email'))
  }
  await expect.poll(link).toBeTruthy()
  await page.goto((await link()) ?? '')
  await expect(page.getByText(/is confirmed|confirmed/i).first()).toBeVisible()

  const end = async () => {
    const answer = await (await page.request.get('/api/user/subscriptions')).json()
    return Date.parse(answer.data[0]?.endsAt ?? '1970-01-01')
  }
  await expect.poll(end).toBeGreaterThan(Date.now())
  const before = await end()
  await page.goto(SUBSCRIPTIONS)
  const card = cardOn(page)
  await expect(card.getByText('Paid until')).toBeVisible()
  await expect(card.getByText('This subscription does not renew automatically.')).toBeVisible()
  await card.getByRole('button', { name: 'Renew with crypto' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect.poll(end, { timeout: 30_000 }).toBeGreaterThan(before + 27 * 86_400_000)
  // The checkout sells no second subscription, and links to the dialog that adds a month.
  await page.goto('/checkout?productId=2&purchaseType=subscription')
  await expect(page.getByRole('heading', { name: /^Paid until / })).toBeVisible()
  await page.getByRole('link', { name: 'Renew with crypto' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Add a month of Premium Subscription?' })).toBeVisible()
})
