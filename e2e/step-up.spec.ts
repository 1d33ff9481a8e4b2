import { readFileSync } from 'node:fs'
import { generateHOTP } from '@oslojs/otp'
import { changeTables } from './testing/own-shop.ts'
import {
  type Account,
  ADMIN,
  buyByApi,
  deleteProducts,
  logInAsAdmin,
  newAccount,
  ownOrigin,
  registerByApi,
  watchConsole,
} from './testing/shop.ts'
import { expectSound, settled } from './testing/sound.ts'
import { DEEP, expect, type Page, test } from './testing/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const PANEL = '/secure-management/admin-dashboard'
const PRODUCTS = '/api/secure-management/products'

/** Makes the last proof of every session older than ten minutes. */
const expireProofs = () =>
  changeTables('UPDATE sessions SET authenticated_at = ?', Date.now() - 10 * 60_000 - 1)

const stepUp = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })
const password = (page: Page) => stepUp(page).getByLabel('Password', { exact: true })
const toastOf = (page: Page) => page.locator('[data-tone]')

async function confirm(page: Page, text: string) {
  await password(page).fill(text)
  await stepUp(page).getByRole('button', { name: 'Confirm' }).click()
}

/** The calls of this page to addresses that match, as `METHOD status`. */
function callsTo(page: Page, path: RegExp): string[] {
  const calls: string[] = []
  page.on('response', (response) => {
    if (path.test(response.url())) calls.push(`${response.request().method()} ${response.status()}`)
  })
  return calls
}

/** The browser's own lines about a refused call cannot be avoided. */
const isOurs = (line: string) => !line.startsWith('Failed to load resource')

/** Posts as the page's session. Returns `data`. */
async function post(page: Page, baseURL: string | undefined, path: string, data: unknown = {}) {
  const answer = await page.request.post(path, { data, headers: ownOrigin(baseURL) })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()).data
}

/** An owner of its own, so that a factor does not change the shop's admin account. */
async function logInAsNewOwner(page: Page, baseURL: string | undefined): Promise<Account> {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await changeTables(
    "UPDATE users SET is_admin = 1, staff_role = 'owner' WHERE username = ?",
    account.username,
  )
  return account
}

test('a price is changed after the password; a wrong one shows an error, and Cancel changes nothing', {
  tag: DEEP,
}, async ({ page, playwright, baseURL }) => {
  const complaints = watchConsole(page)
  await logInAsAdmin(page.request, baseURL)
  const name = `E2E step-up ${Date.now().toString(36)}`
  const data = { name, description: 'Claims what you have earned.', price: 9.5, features: ['Farms targets'] }
  const { id } = await post(page, baseURL, PRODUCTS, data)
  const calls = callsTo(page, /\/price$/)
  await page.goto(`${PANEL}?tab=products&q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Change the price of ${name}` }).click()
  const field = page.getByLabel(`New price of ${name}`)
  await expireProofs()
  await field.fill('21')
  await field.press('Enter')
  await expect(password(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(stepUp(page)).toBeHidden()
  await expect(toastOf(page)).toContainText(
    'Nothing was changed, because you did not confirm that it is you.',
  )
  await expect(field).toBeFocused()
  const priceOf = async () => (await (await page.request.get(`${PRODUCTS}/${id}`)).json()).data.price
  expect([await priceOf(), calls]).toEqual([9.5, ['PATCH 403']])

  await field.press('Enter')
  await expect(password(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(stepUp(page).getByText('Enter your password')).toBeVisible()
  await confirm(page, 'not my password')
  await expect(stepUp(page).getByText('This password is not right.')).toBeVisible()
  await expect(password(page)).toBeFocused()
  await expectSound(page, 'step-up with a wrong password')
  await confirm(page, ADMIN.password)
  await expect(stepUp(page)).toBeHidden()
  await expect(toastOf(page)).toContainText('Price Updated')
  expect([await priceOf(), calls]).toEqual([21, ['PATCH 403', 'PATCH 403', 'PATCH 200']])
  expect(complaints.filter(isOurs)).toEqual(['422: The current password is incorrect.'])
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await deleteProducts(request, baseURL, 'E2E step-up')
  await request.dispose()
})

test('a refund asks above its own dialog: Cancel keeps its text, the password sends it once', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  const account = newAccount()
  const customer = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await registerByApi(customer.request, baseURL, account)
  const order = await buyByApi(customer.request, baseURL, account, 1)
  const status = async () => (await (await customer.request.get(`/api/payment/${order}`)).json()).data.status
  await expect.poll(status, { timeout: 20_000 }).toBe('completed')

  await logInAsAdmin(page.request, baseURL)
  const calls = callsTo(page, /\/refund$/)
  await page.goto(`${PANEL}?tab=orders&order=${order}`)
  const open = page.getByRole('button', { name: 'Refund', exact: true })
  const dialog = page.getByRole('alertdialog', { name: `Refund order #${order}?` })
  const send = dialog.getByRole('button', { name: 'Refund $5.25' })
  await expireProofs()
  await open.click()
  await dialog.getByRole('radio', { name: 'A part' }).click()
  await dialog.getByLabel('Amount').fill('5.25')
  await dialog.getByLabel('Reason').fill('Half of it did not work')
  await send.click()
  await expect(password(page)).toBeFocused()
  await stepUp(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(toastOf(page)).toContainText('Nothing was changed, because you did not confirm')
  await expect(dialog.getByLabel('Amount')).toHaveValue('5.25')
  await expect(dialog.getByLabel('Reason')).toHaveValue('Half of it did not work')
  await expect(send).toBeFocused()

  await send.click()
  await expect(password(page)).toBeFocused()
  // Tab stays in the upper dialog.
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab')
    await expect(stepUp(page).locator(':focus')).toHaveCount(1)
  }
  await confirm(page, ADMIN.password)
  await expect(stepUp(page)).toBeHidden()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: `Order #${order}` })).toContainText('Partly refunded')
  expect(calls).toEqual(['POST 403', 'POST 403', 'POST 200'])
})

test('an export asks for the password, then is downloaded', { tag: DEEP }, async ({ page, baseURL }) => {
  await logInAsAdmin(page.request, baseURL)
  await page.goto(`${PANEL}?tab=coupons`)
  await expireProofs()
  await page.getByRole('link', { name: 'Export CSV' }).click()
  await expect(stepUp(page)).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), confirm(page, ADMIN.password)])
  expect(file.suggestedFilename()).toMatch(/^windfall-coupons-[\d-]+\.csv$/)
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/^\uFEFFid,/)
  await expect(page.getByRole('link', { name: 'Export CSV' })).toBeFocused()
})

/** RFC 4648 base32. */
function bytesOf(base32: string): Uint8Array {
  const bits = [...base32].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return new Uint8Array((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

test('an account with an app gives its code, or one of its recovery codes', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  const { password: own } = await logInAsNewOwner(page, baseURL)
  const { secret } = await post(page, baseURL, '/api/user/factors/app')
  // The code of the step before now, so that the present one is unused.
  const codeOf = (steps: number) =>
    generateHOTP(bytesOf(secret), BigInt(Math.floor(Date.now() / 30_000) + steps), 6)
  const set = { code: codeOf(-1) }
  const { recoveryCodes } = await post(page, baseURL, '/api/user/factors/app/confirm', set)
  await page.goto(`${PANEL}?tab=coupons`)
  const link = page.getByRole('link', { name: 'Export CSV' })

  await expireProofs()
  await link.click()
  const code = stepUp(page).getByLabel('Code from your app')
  await code.fill('000000')
  await confirm(page, own)
  await expect(stepUp(page).getByText(/^This code is not right/)).toBeVisible()
  await expect(code).toBeFocused()
  await expectSound(page, 'step-up with an app')
  await code.fill(codeOf(0))
  await Promise.all([page.waitForEvent('download'), confirm(page, own)])
  await expect(stepUp(page)).toBeHidden()

  await expireProofs()
  await link.click()
  await stepUp(page).getByRole('button', { name: 'Use a recovery code' }).click()
  const recovery = stepUp(page).getByLabel('Recovery code')
  await expect(recovery).toBeFocused()
  await recovery.fill(recoveryCodes[0].toLowerCase())
  await Promise.all([page.waitForEvent('download'), confirm(page, own)])
})

test('a factor that was added since the dialog opened is asked for after the password', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  const { password: own } = await logInAsNewOwner(page, baseURL)
  await page.goto(`${PANEL}?tab=coupons`)
  await page.route('**/api/user/factors', (route) =>
    route.fulfill({ status: 500, json: { message: 'Down' } }),
  )
  const { secret } = await post(page, baseURL, '/api/user/factors/app')
  const codeOf = (steps: number) =>
    generateHOTP(bytesOf(secret), BigInt(Math.floor(Date.now() / 30_000) + steps), 6)
  await post(page, baseURL, '/api/user/factors/app/confirm', { code: codeOf(-1) })
  await expireProofs()
  await page.getByRole('link', { name: 'Export CSV' }).click()
  await expect(stepUp(page).getByLabel('Code from your app')).toHaveCount(0)
  await confirm(page, own)
  const code = stepUp(page).getByLabel('Code from your app')
  await expect(code).toBeFocused()
  await code.fill(codeOf(0))
  await Promise.all([
    page.waitForEvent('download'),
    stepUp(page).getByRole('button', { name: 'Confirm' }).click(),
  ])
})

test('an account with a passkey uses it instead of the password', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  await logInAsNewOwner(page, baseURL)
  await page.goto(`${PANEL}?tab=coupons`)
  // The new passkey gives the session a new token. A call with the old one would be refused.
  await settled(page)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  const status = await page.evaluate<number>(`(async () => {
    const post = (path, body = {}) => fetch('/api/user/factors/passkeys' + path,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    const { data } = await (await post('/options')).json()
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(data)
    const response = (await navigator.credentials.create({ publicKey })).toJSON()
    return (await post('', { name: 'Laptop', response })).status
  })()`)
  expect(status).toBe(201)
  await expireProofs()
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const button = stepUp(page).getByRole('button', { name: 'Use a passkey' })
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await button.click()
  await expect(stepUp(page).getByText(/^The passkey was not used/)).toBeVisible({ timeout: 15_000 })
  await expectSound(page, 'step-up with a passkey')
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await Promise.all([page.waitForEvent('download'), button.click()])
  await expect(stepUp(page)).toBeHidden()

  // Without recovery codes the passkey is the only way.
  await changeTables('DELETE FROM recovery_codes WHERE used_at IS NULL')
  await expireProofs()
  await page.getByRole('link', { name: 'Export CSV' }).click()
  await expect(button).toBeFocused()
  await expect(password(page)).toHaveCount(0)
  await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
})
