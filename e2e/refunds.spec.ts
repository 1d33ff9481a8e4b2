import {
  type Account,
  buyByApi,
  mailsTo,
  newAccount,
  ownOrigin,
  registerByApi,
  watchConsole,
} from './testing/shop.ts'
import { violationsOf } from './testing/sound.ts'
import { expect, type Page, test } from './testing/test.ts'

const MONAD = 'Monad Testnet Farmer'

async function paid(page: Page, id: number) {
  const status = async () => (await (await page.request.get(`/api/payment/${id}`)).json()).data.status
  await expect.poll(status, { timeout: 20_000 }).toBe('completed')
}

/** Buys by API and waits until the payment is completed. `visit` gives a repeated purchase its own checkout. */
async function buys(
  page: Page,
  baseURL: string | undefined,
  account: Account,
  productId: number,
  visit = '',
) {
  const visitor = { ...account, username: `${account.username}${visit}` }
  const type = productId === 2 ? 'subscription' : 'one-time'
  const id = await buyByApi(page.request, baseURL, visitor, productId, type)
  await paid(page, id)
  return id
}

const isAccessible = async (page: Page) => expect(await violationsOf(page)).toEqual([])

const purchases = (page: Page) =>
  page.getByRole('heading', { name: 'Purchases', exact: true }).locator('../..')
const row = (page: Page, order: number) =>
  purchases(page)
    .getByRole('listitem')
    .and(page.locator(`#order-${order}`))

// spec: dashboard-purchases
test('a refund within seven days returns the money and ends access, live also in another tab', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const complaints = watchConsole(page)
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  const order = await buys(page, baseURL, account, 1)
  const other = await context.newPage()
  await other.goto('/dashboard?tab=products')
  await expect(other.getByRole('link', { name: `Download Script: ${MONAD}` })).toBeVisible()

  await page.goto('/dashboard?tab=products#purchases')
  await expect(purchases(page)).toBeInViewport()
  await expect(row(page, order)).toContainText('Completed')
  await expect(row(page, order)).toContainText(/Refundable until \d+ \w{3} \d{4}/)
  await isAccessible(page)
  await row(page, order).getByRole('button', { name: 'Ask for a refund' }).click()
  const dialog = page.getByRole('alertdialog', { name: `Refund ${MONAD}?` })
  await expect(dialog).toContainText('back on the card you paid with')
  await expect(dialog).toContainText(`You lose access to ${MONAD} at once`)
  await expect(dialog).toContainText('You can ask until')
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, order)).toContainText('Completed')

  await row(page, order).getByRole('button', { name: 'Ask for a refund' }).click()
  await dialog.getByLabel('What was wrong with it?').fill('Not my network')
  await dialog.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, order)).toContainText('Refunded')
  await expect(row(page, order).getByRole('button')).toHaveCount(0)
  await expect(page.getByText('No products available.')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  // The other tab shows it without a click or reload.
  await expect(other.getByText('No products available.')).toBeVisible()
  await expect(row(other, order)).toContainText('Refunded')
  expect((await page.request.get('/api/download/file/1')).status()).toBe(403)
  await expect
    .poll(async () => (await mailsTo(request, account.email)).map(({ subject }) => subject), {
      timeout: 20_000,
    })
    .toContain(`Your payment for ${MONAD} was refunded`)
  expect(complaints).toEqual([])
})

test('a second request for the same product needs an admin’s decision; a partial refund shows as partial', async ({
  page,
  playwright,
  baseURL,
}) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  const first = await buys(page, baseURL, account, 1)
  const asked = await page.request.post(`/api/user/purchases/${first}/refund`, {
    headers: ownOrigin(baseURL),
    data: {},
  })
  expect((await asked.json()).data.status).toBe('refunded')
  const again = await buys(page, baseURL, account, 1, '-again')

  await page.goto('/dashboard?tab=products')
  await row(page, again).getByRole('button', { name: 'Ask for a refund' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('we review this request first')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(row(page, again)).toContainText('We are reviewing your request')
  await expect(row(page, again)).toContainText('Completed')
  await expect(page.getByRole('link', { name: `Download Script: ${MONAD}` })).toBeVisible()

  // An admin declines the request, then refunds a part of the payment.
  const admin = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const post = (path: string, data: object) => admin.post(path, { headers: ownOrigin(baseURL), data })
  await post('/api/auth/login', { username: 'admin', password: 'admin-password' })
  const listed = (await (await admin.get('/api/secure-management/refunds?status=review')).json()).data
  const { id } = listed.find((one: { paymentId: number }) => one.paymentId === again)
  expect(
    (await post(`/api/secure-management/refunds/${id}/decline`, { note: 'Twice is enough.' })).ok(),
  ).toBe(true)
  await expect(row(page, again)).toContainText('Support reviewed this and declined the refund.')

  const part = await post(`/api/secure-management/payments/${again}/refund`, {
    amount: 5,
    reason: 'Goodwill',
  })
  expect(part.ok(), await part.text()).toBe(true)
  await expect(row(page, again)).toContainText('Partly refunded')
  await expect(row(page, again)).toContainText('−$5.00 refunded')
  await expect(page.getByRole('link', { name: `Download Script: ${MONAD}` })).toBeVisible()
  await admin.dispose()
})

test('a refund of a subscription ends it, as the dialog says before', async ({ page, baseURL }) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  const order = await buys(page, baseURL, account, 2)
  await page.goto('/dashboard?tab=products')
  await row(page, order).getByRole('button', { name: 'Ask for a refund' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('will not be charged again')
  await dialog.getByRole('button', { name: 'Refund $29.99' }).click()
  await expect(row(page, order)).toContainText('Refunded')
  await page.goto('/dashboard?tab=subscriptions')
  await expect(page.getByRole('main').getByRole('button', { name: 'Cancel subscription' })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Subscribe again' })).toBeVisible()
})

test('an empty purchase list and a failed one show a message; nothing scrolls sideways on a phone', async ({
  page,
  baseURL,
}) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard?tab=products')
  await expect(purchases(page).getByText('No purchases found.')).toBeVisible()
  await page.route('**/api/user/purchases*', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'The shop is resting.' } }),
  )
  await page.reload()
  await expect(purchases(page).getByRole('alert')).toContainText('The shop is resting.')
  await page.unrouteAll()
  await buys(page, baseURL, account, 1)
  await page.reload()
  await expect(purchases(page).getByRole('listitem')).toHaveCount(1)
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await isAccessible(page)
})
