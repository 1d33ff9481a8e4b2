import { expectNotedToast, noteToasts } from './testing/noted-toasts.ts'
import { changeTables } from './testing/own-shop.ts'
import {
  type Account,
  buyByApi,
  mailsTo,
  newAccount,
  ownOrigin,
  registerByApi,
  registerOn,
  watchConsole,
} from './testing/shop.ts'
import { expectSound } from './testing/sound.ts'
import { type APIRequestContext, type Browser, expect, type Page, SOUND, test } from './testing/test.ts'

const ADDRESS = `0x${'Ab12'.repeat(10)}`

/** Makes this affiliate's commissions mature, as after a week. No page or API call can do that. */
const aWeekPasses = async (affiliate: Account) =>
  expect(
    await changeTables(
      'UPDATE referrals SET matures_at = 1 WHERE referrer_id = (SELECT id FROM users WHERE username = ?)',
      affiliate.username,
    ),
  ).toBeGreaterThan(0)

/** The PaymentIntent of this buyer's newest checkout in the sandbox. */
async function paidIntentOf(request: APIRequestContext, buyer: Account): Promise<string> {
  type Session = { customer_email: string | null; payment_intent: string | null; created: number }
  const sessions: Session[] = await (await request.get('/sandbox/stripe/sessions.json')).json()
  const [newest] = sessions
    .filter(({ customer_email, payment_intent }) => customer_email === buyer.email && payment_intent !== null)
    .sort((a, b) => b.created - a.created)
  return newest?.payment_intent ?? ''
}

const rowsOf = (page: Page) =>
  page.getByRole('heading', { name: 'Recent referrals' }).locator('../..').getByRole('listitem')

async function admin(browser: Browser, baseURL: string | undefined): Promise<APIRequestContext> {
  const context = await browser.newContext({ baseURL })
  const data = { username: 'admin', password: 'admin-password' }
  const headers = ownOrigin(baseURL)
  expect((await context.request.post('/api/auth/login', { data, headers })).status()).toBe(200)
  return context.request
}

// spec: referral-payouts
test('the commission for a referred friend is pending, completed and paid out; a refund cancels a commission', async ({
  page,
  browser,
  baseURL,
}) => {
  const complaints = watchConsole(page)
  const [affiliate, friend] = [newAccount(), newAccount()]
  await registerByApi(page.request, baseURL, affiliate)
  await noteToasts(page)
  await page.goto('/dashboard?tab=referrals')
  await expect(page.getByText('No referrals yet')).toBeVisible()
  const link = await page.getByLabel('Referral link').inputValue()

  // The friend follows the link in another browser, looks around, and registers later.
  const theirs = await browser.newContext({ baseURL })
  const other = await theirs.newPage()
  await other.goto(link)
  await expect.poll(() => other.evaluate<string | null>("localStorage.getItem('referral')")).not.toBeNull()
  await other.goto('/products')
  await other.goto('/auth?tab=register')
  await registerOn(other, friend)
  await expect(other).toHaveURL(/dashboard/)
  await buyByApi(theirs.request, baseURL, friend, 1)

  // The open page shows the commission without a reload, and without the buyer's name.
  const rows = rowsOf(page)
  await expect(rows).toHaveCount(1, { timeout: 20_000 })
  await expect(rows.first()).toContainText('Pending')
  await expect(rows.first()).toContainText('$4.90')
  await expect(rows.first()).toContainText('Payable from')
  await expectNotedToast(page, 'You earned $4.90')
  for (const secret of [friend.username, friend.email]) expect(await page.content()).not.toContain(secret)

  await page.getByRole('button', { name: 'Add payout address' }).click()
  const form = page.getByRole('form', { name: 'Payout address' })
  await form.getByLabel('New payout address').fill('0x12')
  await form.getByLabel('Current password', { exact: true }).fill('not my password')
  await form.getByRole('button', { name: 'Save address' }).click()
  await expect(form.getByText('Enter 0x followed by 40 characters: digits and letters a to f')).toBeVisible()
  await form.getByLabel('New payout address').fill(ADDRESS)
  await form.getByLabel('Current password', { exact: true }).fill(affiliate.password)
  await form.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('0xAb12…Ab12', { exact: true })).toBeVisible()
  await expect(form).toHaveCount(0)

  await aWeekPasses(affiliate)
  const operator = await admin(browser, baseURL)
  const headers = ownOrigin(baseURL)
  expect((await operator.post('/api/secure-management/payouts/run', { headers })).status()).toBe(200)
  await page.reload()
  await expect(rows.first()).toContainText('Completed')
  await expect(rows.first()).toContainText('Part of the next payout.')

  const open = (await (await operator.get('/api/secure-management/payouts')).json()).data
  const mine = open.find((payout: Payout) => payout.affiliate.username === affiliate.username)
  expect(mine).toMatchObject({ total: 4.9, address: ADDRESS })
  const paid = await operator.post(`/api/secure-management/payouts/${mine.id}/paid`, {
    data: { reference: '0xfeedbeef' },
    headers,
  })
  expect(paid.status()).toBe(200)
  await expect(rows.first()).toContainText('Paid out on', { timeout: 20_000 })
  await expect
    .poll(async () => (await mailsTo(page.request, affiliate.email)).map(({ subject }) => subject))
    .toContain('Your referral payout of $4.90')

  // Another purchase, refunded within the refund window.
  await buyByApi(theirs.request, baseURL, friend, 3)
  await expect(rows).toHaveCount(2, { timeout: 20_000 })
  const payment_intent = await paidIntentOf(page.request, friend)
  await page.request.post('/sandbox/stripe/refunds', { data: { payment_intent } })
  await expect(rows.first()).toContainText('Cancelled', { timeout: 20_000 })
  await expect(page.getByText('Earned', { exact: true }).locator('../..')).toContainText('$4.90')
  expect(complaints).toEqual([])
})

type Payout = { id: number; affiliate: { username: string } }

test('the referrals tab is sound at every width in both themes, also with its form open', {
  tag: SOUND,
}, async ({ page, browser, baseURL }) => {
  test.setTimeout(180_000)
  const [affiliate, friend] = [newAccount(), newAccount()]
  await registerByApi(page.request, baseURL, affiliate)
  const { referralCode } = (await (await page.request.get('/api/user/referral-stats')).json()).data
  const theirs = await browser.newContext({ baseURL })
  const { username, email, password } = friend
  const data = { username, email, password, referralCode }
  await theirs.request.post('/api/auth/register', { data, headers: ownOrigin(baseURL) })
  for (const product of [1, 3]) await buyByApi(theirs.request, baseURL, friend, product)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/dashboard?tab=referrals')
  await expect(rowsOf(page)).toHaveCount(2, { timeout: 20_000 })
  await page.getByRole('button', { name: 'Add payout address' }).click()
  await page.getByRole('button', { name: 'Save address' }).click()
  await expectSound(page, 'referrals')
  await page.setViewportSize({ width: 360, height: 900 })
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
})

test('payouts that cannot be loaded show an error and a retry', async ({ page, baseURL }) => {
  await registerByApi(page.request, baseURL, newAccount())
  let failing = true
  let asked = 0
  await page.route('**/api/user/referral-stats*', (route) => {
    asked += 1
    return failing
      ? route.fulfill({ status: 500, json: { success: false, message: 'Out of order' } })
      : route.continue()
  })
  await page.goto('/dashboard?tab=referrals')
  await expect(page.getByText('Your payouts could not be loaded')).toBeVisible({ timeout: 20_000 })
  // Another request for the same figures may come first: then there is no button to click.
  await expect(async () => {
    const before = asked
    await page.getByRole('button', { name: /Retry/ }).last().click({ timeout: 1000 })
    expect(asked).toBeGreaterThan(before)
  }).toPass({ timeout: 20_000 })
  failing = false
  await expect(async () => {
    const retry = page.getByRole('button', { name: /Retry/ }).last()
    if (await retry.isVisible()) await retry.click({ timeout: 1000 })
    await expect(page.getByText('Paid out so far')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 20_000 })
})
