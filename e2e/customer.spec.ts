import { readFile } from 'node:fs/promises'
import {
  type Account,
  mailsTo,
  newAccount,
  ownOrigin,
  registerByApi,
  setFaults,
  watchConsole,
} from './testing/shop.ts'
import { violationsOf } from './testing/sound.ts'
import { type APIRequestContext, DEEP, expect, type Page, test } from './testing/test.ts'

test.afterEach(({ request }) => request.delete('/sandbox/faults').then(() => undefined))

const PREMIUM_ID = 2
const day = /\d{1,2} \w{3} \d{4}/

async function signedIn(page: Page, baseURL: string | undefined): Promise<Account> {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  return account
}

/** Pays for a month of Premium as the context's user, and waits until the payment is completed. */
async function subscribe(browser: APIRequestContext, baseURL: string | undefined, email: string) {
  const clientPaymentId = `e2e-visit-${Date.now()}`
  const input = { productId: PREMIUM_ID, provider: 'stripe', purchaseType: 'subscription' }
  const created = await browser.post('/api/payment/create', {
    data: { ...input, email, clientPaymentId },
    headers: ownOrigin(baseURL),
  })
  expect(created.status()).toBe(201)
  const { id, url } = (await created.json()).data
  await browser.post(`${url}/pay`, { maxRedirects: 0 })
  await expect
    .poll(async () => (await (await browser.get(`/api/payment/${id}`)).json()).data.status)
    .toBe('completed')
}

const isAccessible = async (page: Page) => expect(await violationsOf(page)).toEqual([])

// spec: subscriptions-none
test('a subscriber cancels, sees the end date, and resumes; a second window follows live', async ({
  page,
  context,
  baseURL,
}) => {
  const complaints = watchConsole(page)
  const { email } = await signedIn(page, baseURL)
  await page.goto('/dashboard?tab=subscriptions')
  await expect(page.getByText("You don't have any subscriptions yet.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing')
  await subscribe(page.request, baseURL, email)

  // The page shows the purchase without a reload.
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Premium/ }) })
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  await expect(card).toContainText('$29.99/month')
  await expect(card.getByText('Renews on')).toBeVisible()
  await expect(card.getByRole('button', { name: /Email Delivery/ })).toBeEnabled()
  await isAccessible(page)
  const other = await context.newPage()
  await other.goto('/dashboard?tab=subscriptions')
  const otherCard = other
    .getByRole('listitem')
    .filter({ has: other.getByRole('heading', { name: /Premium/ }) })
  await expect(otherCard.getByText('Active', { exact: true })).toBeVisible()

  await card.getByRole('button', { name: 'Cancel subscription' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(/everything it includes until \d{1,2} \w{3} \d{4}/)
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Keep subscription' }).click()
  await expect(dialog).toBeHidden()
  await card.getByRole('button', { name: 'Cancel subscription' }).click()
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()

  for (const one of [card, otherCard]) {
    await expect(one.getByText(/^Cancels on /)).toHaveText(day)
    await expect(one.getByText('Ends on')).toBeVisible()
    await expect(one.getByRole('link', { name: 'Access Premium Features' })).toBeVisible()
  }
  await expect(dialog).toBeHidden()
  await card.getByRole('button', { name: 'Resume subscription' }).click()
  for (const one of [card, otherCard]) await expect(one.getByText('Renews on')).toBeVisible()

  await card.getByRole('link', { name: 'Access Premium Features' }).click()
  await expect(page).toHaveURL(/tab=products/)
  await expect(page.getByRole('link', { name: /download script/i }).first()).toBeVisible()
  expect(complaints).toEqual([])
})

test('a cancellation that the provider does not answer shows an error and changes nothing', {
  tag: DEEP,
}, async ({ page, request, baseURL }) => {
  const { email } = await signedIn(page, baseURL)
  await subscribe(page.request, baseURL, email)
  await page.goto('/dashboard?tab=subscriptions')
  await setFaults(request, { stripeApi: 'fail' })
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByText(/provider is not answering/).first()).toBeVisible()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByText('Renews on')).toBeVisible()
})

// spec: referral-link, link-copied-toast, referral-code
test('the whole referral link is copied', async ({ page, context, baseURL }) => {
  const complaints = watchConsole(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signedIn(page, baseURL)
  await page.goto('/dashboard?tab=referrals')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied!').first()).toBeVisible()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied).toMatch(new RegExp(`^${baseURL}/\\?ref=[A-Z2-9]{8}$`))
  await expect(page.getByLabel('Referral link')).toHaveValue(copied)
  await expect(page.getByText('No referrals yet')).toBeVisible()
  await isAccessible(page)
  expect(complaints).toEqual([])
})

// spec: profile-delete
test('a customer’s data is downloaded as a file, and only the right password deletes the account', async ({
  page,
  request,
  baseURL,
}) => {
  const account = await signedIn(page, baseURL)
  await subscribe(page.request, baseURL, account.email)
  await page.goto('/dashboard?tab=profile')
  await page.getByRole('button', { name: 'Download your data' }).click()
  const asked = page.getByRole('dialog')
  await isAccessible(page)
  await asked.getByLabel('Your password').fill('not my password')
  await asked.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(asked.getByText('The current password is incorrect.')).toBeVisible()
  await asked.getByLabel('Your password').fill(account.password)
  const started = page.waitForEvent('download')
  await asked.getByRole('button', { name: 'Download', exact: true }).click()
  const file = await started
  await expect(asked).toBeHidden()
  expect(file.suggestedFilename()).toContain(account.username)
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data.account).toMatchObject({ username: account.username, email: account.email })
  expect(data.subscriptions).toHaveLength(1)

  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('7-day money-back guarantee')
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(dialog.getByText('Please enter your password')).toBeVisible()
  await dialog.getByLabel('Your password').fill('not my password')
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(dialog.getByText('This is not your password.')).toBeVisible()
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await dialog.getByLabel('Your password').fill(account.password)
  await dialog.getByRole('button', { name: 'Delete Account' }).click()

  await expect(page).toHaveURL(`${baseURL}/`)
  await expect(page.getByText('Account deleted').first()).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeVisible()
  expect((await page.request.get('/api/auth/me')).status()).toBe(401)
  await expect
    .poll(async () => (await mailsTo(request, account.email))[0]?.subject, { timeout: 20_000 })
    .toBe('Your account was deleted')
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/auth/)
})
