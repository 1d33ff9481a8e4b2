import { generateHOTP } from '@oslojs/otp'
import { changeTables, endShop, seededState, startShop, workerPort } from './testing/own-shop.ts'
import { ADMIN, logInAsAdmin, logInOn, newAccount, ownOrigin, registerByApi } from './testing/shop.ts'
import { expectSound } from './testing/sound.ts'
import { SOUND } from './testing/tags.ts'
import { DEEP, expect, type Page, test } from './testing/test.ts'

const STEP_MS = 30_000

/** RFC 4648 base32. */
function bytesOf(base32: string): Uint8Array {
  const bits = [...base32].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return new Uint8Array((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** A code of the app. Each works once, so a test takes `before`, then `now`, then `next`. */
function codeOf(secret: string, step: 'before' | 'now' | 'next'): string {
  const present = Math.floor(Date.now() / STEP_MS)
  return generateHOTP(bytesOf(secret), BigInt(present + { before: -1, now: 0, next: 1 }[step]), 6)
}

/** An account with an authenticator app, made by API. The page's session is ended. */
async function accountWithApp(page: Page, baseURL: string | undefined) {
  const account = newAccount()
  const post = async (path: string, data?: unknown) => {
    const answer = await page.request.post(path, { data, headers: ownOrigin(baseURL) })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()).data
  }
  await registerByApi(page.request, baseURL, account)
  const { secret } = await post('/api/user/factors/app')
  const usedCode = codeOf(secret, 'before')
  const { recoveryCodes } = await post('/api/user/factors/app/confirm', { code: usedCode })
  await post('/api/auth/logout')
  return { ...account, secret: secret as string, usedCode, recoveryCodes: recoveryCodes as string[] }
}

const secondStep = (page: Page) => page.getByRole('region', { name: 'Two-step login' })
const notice = (page: Page, text: string) => secondStep(page).getByText(text)

test('a login with an app asks for its code, names a wrong one, and returns to the page that needed the login', {
  tag: SOUND,
}, async ({ page, baseURL }) => {
  const account = await accountWithApp(page, baseURL)
  await page.goto('/dashboard?tab=profile')
  await logInOn(page, account)
  const code = secondStep(page).getByLabel('Code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expectSound(page, 'the second step of a login')

  await code.fill('12')
  await code.press('Enter')
  await expect(notice(page, 'Enter the 6 digits that your app shows')).toBeVisible()
  await code.fill(account.usedCode)
  await code.press('Enter')
  await expect(notice(page, 'This code is not right.')).toBeVisible()
  await code.fill(codeOf(account.secret, 'now'))
  await code.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\?tab=profile$/)
})

test('a recovery code completes a login once, and an expired login returns to the password', async ({
  page,
  baseURL,
}) => {
  const account = await accountWithApp(page, baseURL)
  const [first = ''] = account.recoveryCodes
  await page.goto('/auth')
  await logInOn(page, account)
  await secondStep(page).getByRole('button', { name: 'Use a recovery code' }).click()
  await secondStep(page).getByLabel('Recovery code').fill(first.toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/dashboard/)

  await page.request.post('/api/auth/logout', { headers: ownOrigin(baseURL) })
  await page.goto('/auth')
  await logInOn(page, account)
  await secondStep(page).getByRole('button', { name: 'Use a recovery code' }).click()
  await secondStep(page).getByLabel('Recovery code').fill(first)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(
    notice(page, 'This recovery code is not right, or was used before. Try another one.'),
  ).toBeVisible()

  await secondStep(page).getByRole('button', { name: 'Back to login' }).click()
  await expect(page.getByLabel('Username or email')).toHaveValue(account.username)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await logInOn(page, account)
  await page.route('**/api/auth/second-factor', (route) =>
    route.fulfill({
      status: 401,
      json: { success: false, message: 'This login has expired.', data: { code: 'login_expired' } },
    }),
  )
  await secondStep(page).getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('[data-tone]').getByText('This login has expired.')).toBeVisible()
  await expect(page.getByLabel('Username or email')).toHaveValue(account.username)
})

/** A device with passkeys, as Chromium imitates it. It is gone after `remove`. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { remove: () => session.detach() }
}

const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Reads the new codes and closes their dialog. */
async function takeRecoveryCodes(page: Page): Promise<string[]> {
  const codes = dialog(page, 'Save your recovery codes')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const texts = await codes.getByRole('listitem').allTextContents()
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  await expect(codes).toBeHidden()
  return texts
}

async function addPasskey(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const form = dialog(page, 'Add a passkey')
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByText('Enter a name')).toBeVisible()
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Continue' }).click()
}

const logOut = (page: Page, baseURL: string | undefined) =>
  page.request.post('/api/auth/logout', { headers: ownOrigin(baseURL) })

test('an app and a passkey are set up in the profile, and a passkey logs in alone and as the second step', {
  tag: [SOUND, DEEP],
}, async ({ page, baseURL }) => {
  const authenticator = await addAuthenticator(page)
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await page.goto('/dashboard?tab=profile')
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const setup = dialog(page, 'Set up an authenticator app')
  await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expect(setup.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', /^otpauth:\/\/totp\//)
  await expectSound(page, 'the set-up of an app', { part: '[role="dialog"]' })
  const key = await setup.getByRole('button', { name: 'Copy the key' }).textContent()
  const secret = (key ?? '').replace('Copy the key', '').replaceAll(' ', '')
  const code = codeOf(secret, 'now')
  await setup.getByRole('textbox', { name: 'Code' }).fill(code === '000000' ? '000001' : '000000')
  await setup.getByRole('textbox', { name: 'Code' }).press('Enter')
  await expect(setup.getByText('This code is not right.')).toBeVisible()
  await setup.getByRole('textbox', { name: 'Code' }).fill(code)
  await setup.getByRole('button', { name: 'Confirm' }).click()
  expect(await takeRecoveryCodes(page)).toContainEqual(expect.stringMatching(/^[A-Z\d]{4}(-[A-Z\d]{4}){3}$/))
  await expect(page.getByText(/^10 codes are left/)).toBeVisible()

  // The last proof of identity is over ten minutes old: the shop asks for one above the open dialog.
  await changeTables('UPDATE sessions SET authenticated_at = ?', Date.now() - 10 * 60_000 - 1)
  await addPasskey(page, 'Laptop')
  const stepUp = dialog(page, 'Confirm it’s you')
  await stepUp.getByLabel('Password', { exact: true }).fill(account.password)
  await stepUp.getByLabel('Code from your app').fill(codeOf(secret, 'next'))
  await stepUp.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Passkey added. All other devices are logged out.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  await dialog(page, 'Rename the passkey').getByLabel('Name').fill('Old laptop')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const passkeys = page.getByRole('list', { name: 'Your passkeys' })
  await expect(passkeys.getByRole('paragraph').first()).toHaveText('Old laptop')
  await expectSound(page, 'two-step login in the profile')

  await logOut(page, baseURL)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard/)

  await logOut(page, baseURL)
  await page.goto('/dashboard?tab=profile')
  await logInOn(page, account)
  await secondStep(page).getByRole('button', { name: 'Continue with your passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard\?tab=profile$/)

  await logOut(page, baseURL)
  await authenticator.remove()
  const empty = await addAuthenticator(page)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.locator('[data-tone]').getByText('No passkey was used.')).toBeVisible()
  await empty.remove()
})

test('after the loss of the app a recovery code logs in, the app is removed, and a passkey replaces it', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  const authenticator = await addAuthenticator(page)
  const account = await accountWithApp(page, baseURL)
  await page.goto('/dashboard?tab=profile')
  await logInOn(page, account)
  await secondStep(page).getByRole('button', { name: 'Use a recovery code' }).click()
  await secondStep(page)
    .getByLabel('Recovery code')
    .fill(account.recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByText(/^9 codes are left/)).toBeVisible()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await dialog(page, 'Make new recovery codes?').getByRole('button', { name: 'Make new codes' }).click()
  await takeRecoveryCodes(page)
  await expect(page.getByText(/^10 codes are left/)).toBeVisible()

  await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove the authenticator app?' })
  await expect(question).toContainText('It is your last one')
  await question.getByRole('button', { name: 'Remove the app' }).click()
  await expect(toast(page, 'App removed. All other devices are logged out.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make new codes' })).toBeHidden()

  await addPasskey(page, 'Phone')
  await takeRecoveryCodes(page)
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toContainText('Phone')
  await authenticator.remove()
})

test('an admin without a factor sets one up in the admin area of a shop that requires it', {
  tag: DEEP,
}, async ({ browser }) => {
  const port = workerPort(4)
  const { process: shop } = await startShop(port, seededState('factors'), { ADMIN_SECOND_FACTOR: 'required' })
  const context = await browser.newContext({ baseURL: `http://localhost:${port}` })
  const page = await context.newPage()
  await addAuthenticator(page)
  await page.goto('/secure-portal/management-access')
  await page.getByLabel('Username').fill(ADMIN.username)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Set up two-step login' })).toBeVisible()
  await expect(page.getByText('This shop requires it of its admins.')).toBeVisible()
  await expect(page.getByRole('tablist', { name: 'Admin' })).toBeHidden()
  await expectSound(page, 'the set-up of a required factor')

  await addPasskey(page, 'Laptop')
  await takeRecoveryCodes(page)
  await page.getByRole('button', { name: 'Continue to the admin area' }).click()
  await expect(page.getByRole('tablist', { name: 'Admin' })).toBeVisible()
  await page.goto('/dashboard?tab=profile')
  await page.getByRole('button', { name: 'Remove Laptop' }).click()
  await page.getByRole('button', { name: 'Remove the passkey' }).click()
  await expect(
    toast(page, 'This shop requires a second factor of its admins. Add another one first.'),
  ).toBeVisible()

  await logOut(page, `http://localhost:${port}`)
  await page.goto('/secure-portal/management-access')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('tablist', { name: 'Admin' })).toBeVisible()
  await context.close()
  await endShop(shop, 'SIGTERM')
})

test('an owner removes the second factors of an account with a reason', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  const account = await accountWithApp(page, baseURL)
  await logInAsAdmin(page.request, baseURL)
  await page.goto('/secure-management/admin-dashboard?tab=users')
  await page.getByRole('searchbox').fill(account.email)
  await page.getByRole('link', { name: `View ${account.username}` }).click()
  await page.getByRole('button', { name: 'Remove second factors' }).click()
  const question = page.getByRole('alertdialog', {
    name: `Remove the second factors of ${account.username}?`,
  })
  await question.getByRole('button', { name: 'Remove second factors' }).click()
  await expect(question.getByText('Give a reason')).toBeVisible()
  await question.getByLabel('Reason').fill('Called back at the number of the last invoice')
  await question.getByRole('button', { name: 'Remove second factors' }).click()
  await expect(toast(page, 'The second factors are removed')).toBeVisible()

  await logOut(page, baseURL)
  await page.goto('/auth')
  await logInOn(page, account)
  await expect(page).toHaveURL(/\/dashboard/)
})
