import {
  type Account,
  buyByApi,
  logInOn,
  mailsTo,
  newAccount,
  ownOrigin,
  registerByApi,
  registerOn,
  watchConsole,
} from './testing/shop.ts'
import { expectSound, settled, violationsOf } from './testing/sound.ts'
import { SOUND } from './testing/tags.ts'
import { type APIRequestContext, DEEP, expect, type Page, test } from './testing/test.ts'

const WELCOME = 'Welcome. Please confirm your email address'
const CONFIRM = 'Confirm your email address'
const RESET = 'Reset your password'
const CHANGED = 'Your password was changed'

/** Waits for a mail with this subject. Returns the first link of the newest one whose address contains `part`. */
async function linkTo(request: APIRequestContext, address: string, subject: string, part = '') {
  const find = async () => (await mailsTo(request, address)).find((mail) => mail.subject === subject)
  await expect.poll(async () => (await find())?.subject, { timeout: 20_000 }).toBe(subject)
  return (await find())?.links.find((link) => link.includes(part)) ?? ''
}

async function openProfile(page: Page, baseURL: string | undefined, account: Account) {
  await registerByApi(page.request, baseURL, account)
  await page.goto('/dashboard?tab=profile')
  await expect(
    page.getByRole('tabpanel').getByRole('heading', { name: 'Account', exact: true }),
  ).toBeVisible()
}

const logIn = (request: APIRequestContext, baseURL: string | undefined, username: string, password: string) =>
  request.post('/api/auth/login', { data: { username, password }, headers: ownOrigin(baseURL) })

const expectAxeClean = async (page: Page) => expect(await violationsOf(page)).toEqual([])

/** The first script of the catalogue that is sold on its own. */
async function firstScript(request: APIRequestContext) {
  const { data } = await (await request.get('/api/products?limit=100')).json()
  return data.find(
    (one: { tier: string; isSubscription: boolean }) => one.tier === 'script' && !one.isSubscription,
  )
}

const serverError = { status: 500, json: { success: false, message: 'The server said so.' } }
const toastOf = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title }).first()

// spec: auth-benefits, login-rules
test('the login page explains the account, checks fields after the first submit, and links to the password reset', async ({
  page,
}) => {
  await page.goto('/auth')
  for (const benefit of ['Automate earnings', 'Secure and reliable', 'Regular updates'])
    await expect(page.getByRole('heading', { name: benefit })).toBeVisible()
  const panel = page.getByRole('tabpanel')
  await panel.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await expect(page.getByLabel('Username or email')).toBeFocused()
  await page.getByLabel('Username or email').fill('x')
  await expect(page.getByText('Username is required')).toBeHidden()
  await page.getByLabel('Password', { exact: true }).fill('long enough')
  await expect(page.getByText('Password must be at least 8 characters')).toBeHidden()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
})

// spec: register-rules, error-registration
test('registration shows each rule’s message, and the server’s message for a taken name', async ({
  page,
  baseURL,
}) => {
  const account = newAccount()
  await page.goto('/auth?tab=register')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Register' }).click()
  for (const text of ['Username is required', 'Invalid email address', 'Please confirm your password'])
    await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await page.getByLabel('Username').fill('a@b')
  await expect(page.getByText('Use letters, digits, dots, dashes and underscores only')).toBeVisible()
  await expectAxeClean(page)
  for (const [label, autocomplete] of [
    ['Username', 'username'],
    ['Email', 'email'],
    ['Confirm password', 'new-password'],
  ] as const)
    await expect(page.getByLabel(label)).toHaveAttribute('autocomplete', autocomplete)
  await registerByApi(page.request, baseURL, account)
  await page.request.post('/api/auth/logout', { headers: ownOrigin(baseURL) })
  await registerOn(page, { ...newAccount(), username: account.username })
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('This username is already taken')
  await settled(page)
  await expect(page.getByText('This username is already taken')).toHaveCount(1)
  await expect(page.getByText('Registration failed')).toHaveCount(0)
})

test('a registration beyond its budget goes through after the check that a person is there', async ({
  page,
}) => {
  const sent: { turnstileToken?: string }[] = []
  const offer = { siteKey: 'x', script: '/sandbox/turnstile/api.js?render=explicit', action: 'register' }
  await page.route('**/api/auth/register', (route) => {
    sent.push(route.request().postDataJSON())
    if (sent.length > 1) return route.continue()
    const json = { success: false, message: 'Please try again in 5 minutes.', data: { turnstile: offer } }
    return route.fulfill({ status: 429, json })
  })
  await page.goto('/auth?tab=register')
  await registerOn(page, newAccount())
  await expect(page.getByRole('group', { name: /confirm that you are a person/ })).toBeVisible()
  await expectAxeClean(page)
  await page.getByRole('button', { name: 'I am a person (sandbox)' }).click()
  await expect(page).toHaveURL(/dashboard/)
  expect(sent.map(({ turnstileToken }) => turnstileToken)).toEqual([
    undefined,
    expect.stringMatching(/^solved register localhost /),
  ])
})

/** Holds the code of the forms' checks back, until the returned function lets it through or fails it. */
async function withheldChecks(page: Page) {
  const { promise: released, resolve: release } = Promise.withResolvers<'continue' | 'abort'>()
  await page.route('**/assets/account-checks-*.js', async (route) => route[await released]())
  return release
}

test('Enter pressed twice while the check of the login loads sends one login', async ({ page }) => {
  const release = await withheldChecks(page)
  let logins = 0
  await page.route('**/api/auth/login', (route) => {
    logins += 1
    return route.fulfill(serverError)
  })
  await page.goto('/auth')
  await page.getByLabel('Username or email').fill('somebody')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('long enough')
  await password.press('Enter')
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled()
  await password.press('Enter')
  // Also past the button.
  await page.locator('form', { has: password }).dispatchEvent('submit')
  release('continue')
  await expect(toastOf(page, 'Login failed')).toBeVisible()
  await settled(page)
  expect(logins).toBe(1)
})

test('a login whose check does not load says so at each submit, not at each key', async ({ page }) => {
  const release = await withheldChecks(page)
  release('abort')
  await page.goto('/auth')
  await page.getByLabel('Username or email').fill('somebody')
  const nothingSent = page.getByRole('status').filter({ hasText: 'Nothing was sent' })
  const password = page.getByLabel('Password', { exact: true })
  await password.press('Enter')
  await expect(nothingSent).toHaveCount(1)
  await password.pressSequentially('long enough')
  await settled(page)
  await expect(nothingSent).toHaveCount(1)
})

// spec: error-login
test('a failed login request shows a toast and keeps the form’s values', async ({ page }) => {
  await page.route('**/api/auth/login', (route) => route.fulfill(serverError))
  await page.goto('/auth')
  await logInOn(page, { username: 'demo', password: 'demo-password' })
  await expect(toastOf(page, 'Login failed')).toContainText('The server said so.')
  await expect(page.getByLabel('Username or email')).toHaveValue('demo')
})

test('an owner whose login strangers have used up gets in after the check that a person is there', {
  tag: DEEP,
}, async ({ page, baseURL, request }) => {
  const account = newAccount()
  await registerByApi(request, baseURL, account)
  // Local runs have one address for all, so the limit of one address comes first.
  for (let n = 0; n < 10; n += 1) await logIn(page.request, baseURL, account.username, 'wrong password')
  await page.goto('/auth?tab=login')
  await logInOn(page, account)
  await expect(page.getByRole('group', { name: /confirm that you are a person/ })).toBeVisible()
  await expect(page.getByText(/Please try again in \d+ minutes/).first()).toBeVisible()
  await expectAxeClean(page)
  const widget = page.getByRole('button', { name: 'I am a person (sandbox)' })
  await expect(widget).toHaveAttribute('data-theme', 'auto')
  await page.getByRole('button', { name: /^Theme/ }).click()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.keyboard.press('Escape')
  await expect(widget).toHaveAttribute('data-theme', 'dark')
  await widget.click()
  await expect(page).toHaveURL(/dashboard/)
})

test('a password reset by mail sets the new password and ends every session, and its link works once', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  const account = newAccount()
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const elsewhere = await other.newPage()
  await registerByApi(elsewhere.request, baseURL, account)
  await elsewhere.goto('/dashboard')
  await expect(elsewhere.getByRole('button', { name: /Notifications/ })).toBeVisible()

  await page.goto('/forgot-password')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await expectAxeClean(page)

  const link = await linkTo(request, account.email, RESET)
  expect(link).toMatch(new RegExp(`^${baseURL}/reset-password#token=[\\w-]{43}$`))
  await page.goto(link)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await expect(page.getByText('Please confirm your password')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('a better password')
  await page.getByLabel('Confirm new password').fill('another password')
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await page.getByLabel('Confirm new password').fill('a better password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()

  // The other browser's open page goes to the login without a reload.
  await expect(elsewhere).toHaveURL(/\/auth/)
  await linkTo(request, account.email, CHANGED)

  expect((await logIn(request, baseURL, account.username, account.password)).status()).toBe(401)
  await page.getByRole('link', { name: 'Log in' }).click()
  await logInOn(page, { username: account.email, password: 'a better password' })
  await expect(page).toHaveURL(/\/dashboard/)

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('yet another one')
  await page.getByLabel('Confirm new password').fill('yet another one')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
  // A newer link in the same tab shows the form again.
  await page.goto('/reset-password#token=from-a-newer-mail')
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page).toHaveURL('/reset-password')
  // The tab keeps the token for a reload of the page, and for nothing else.
  await page.goto('about:blank')
  await page.goto('/reset-password')
  await page.getByRole('link', { name: 'Get a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await other.close()
})

test('a password reset for an unknown address gets the same answer and no mail', async ({
  page,
  request,
}) => {
  const nobody = `nobody-${Date.now()}@buyer.example`
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(nobody)
  await page.getByRole('button', { name: 'Send the link' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  expect(await mailsTo(request, nobody)).toEqual([])
})

test('a failed reset request shows the error and can be repeated; a failed password change shows the error', async ({
  page,
}) => {
  await page.route('**/api/auth/forgot-password', (route) => route.fulfill(serverError), { times: 1 })
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('demo@windfall.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('The server said so.')).toBeVisible()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()

  await page.route('**/api/auth/reset-password', (route) => route.abort())
  await page.goto('/reset-password#token=from-a-mail')
  await page.getByLabel('New password', { exact: true }).fill('a better password')
  await page.getByLabel('Confirm new password').fill('a better password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(
    page.getByText('The shop could not be reached. Check your connection and try again.'),
  ).toBeVisible()
})

// spec: profile-account
test('the welcome link confirms the address, works a second time, and an invalid link shows the next step', async ({
  page,
  baseURL,
  request,
}) => {
  const account = newAccount()
  await openProfile(page, baseURL, account)
  await expect(page.getByText('Not confirmed')).toBeVisible()
  const link = await linkTo(request, account.email, WELCOME)
  expect(link).toContain('/verify-email#token=')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await expect(page.getByText(account.email)).toBeVisible()
  await expectAxeClean(page)
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await page.goto(link)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await page.goto('/verify-email#token=made-up')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
  await page.getByRole('link', { name: 'Open your profile' }).click()
  await expect(
    page.getByRole('tabpanel').getByRole('heading', { name: 'Account', exact: true }),
  ).toBeVisible()
})

test('a failed confirmation of an address shows the error, and a retry confirms the address', async ({
  page,
  baseURL,
  request,
}) => {
  const account = newAccount()
  await registerByApi(request, baseURL, account)
  const link = await linkTo(request, account.email, WELCOME)
  await page.route('**/api/auth/verify-email', (route) => route.fulfill(serverError), { times: 1 })
  await page.goto(link)
  await expect(page.getByText('Your address could not be confirmed')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  // Without the account's session, a mail program may have opened the link, or a person who never registered.
  await expect(page.getByRole('heading', { name: 'Is this your account?' })).toBeVisible()
  await expectAxeClean(page)
  await page.getByLabel(`Password of “${account.username}”`).fill('not the password')
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByText('The current password is incorrect.')).toBeVisible()
  await page.getByLabel(`Password of “${account.username}”`).fill(account.password)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
})

test('an account that somebody else registered with your address becomes yours with a new password', async ({
  page,
  baseURL,
  request,
}) => {
  const account = newAccount()
  await registerByApi(request, baseURL, account)
  const link = await linkTo(request, account.email, WELCOME, 'not-me')
  await page.goto(link)
  await expect(page.getByText(`“${account.username}”`).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'I know the password' })).toBeVisible()
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Set the password and confirm' }).click()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await expectAxeClean(page)
  await page.getByLabel('New password').fill('the owner chose this')
  await page.getByRole('button', { name: 'Set the password and confirm' }).click()
  await expect(page.getByText('Your new password is set. Log in with it.')).toBeVisible()
  // The registrant's session has ended.
  expect((await request.get('/api/auth/me')).status()).toBe(401)
  await page.getByRole('link', { name: 'Log in', exact: true }).click()
  await logInOn(page, { username: account.email, password: 'the owner chose this' })
  await expect(page).toHaveURL(/dashboard/)
})

test('a new email address needs the password and the mailed link; until then the old address is valid', async ({
  page,
  baseURL,
  request,
}) => {
  const account = newAccount()
  const moved = `moved-${account.email}`
  await openProfile(page, baseURL, account)
  await page.getByRole('button', { name: 'Change email' }).click()
  const form = page.getByRole('form', { name: 'Change email' })
  await form.getByRole('button', { name: 'Send the link' }).click()
  await expect(form.getByText('Invalid email address')).toBeVisible()
  await expect(form.getByText('Enter your current password')).toBeVisible()
  await expectAxeClean(page)
  await form.getByLabel('New email').fill(moved)
  await form.getByLabel('Current password').fill('not this one')
  await form.getByRole('button', { name: 'Send the link' }).click()
  await expect(form.getByText('The current password is incorrect.')).toBeVisible()
  await form.getByLabel('Current password').fill(account.password)
  await form.getByRole('button', { name: 'Send the link' }).click()
  await expect(toastOf(page, 'Profile updated successfully')).toContainText(moved)
  await expect(page.getByText(`Open the link we sent to ${moved}. Until then`)).toBeVisible()
  await linkTo(request, account.email, 'Your email address is about to change')

  // After the link is sent again, the first link is invalid and the second one works.
  const first = await linkTo(request, moved, CONFIRM)
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(toastOf(page, 'Link sent')).toContainText(moved)
  await expect.poll(async () => (await mailsTo(request, moved)).length, { timeout: 20_000 }).toBe(2)
  await page.goto(first)
  await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
  await page.goto(await linkTo(request, moved, CONFIRM))
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await page.goto('/dashboard?tab=profile')
  await expect(page.getByText(moved)).toBeVisible()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  const me = await (await page.request.get('/api/auth/me')).json()
  expect(me.data.email).toBe(moved)
})

test('a change of address can be cancelled', async ({ page, baseURL }) => {
  const account = newAccount()
  await openProfile(page, baseURL, account)
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill(`moved-${account.email}`)
  await page.getByRole('form', { name: 'Change email' }).getByLabel('Current password').fill(account.password)
  await page.getByRole('button', { name: 'Send the link', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel the change' }).click()
  await expect(toastOf(page, 'Change cancelled')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel the change' })).toBeHidden()
  await expect(page.getByText(`moved-${account.email}`)).toBeHidden()
})

// spec: profile-password, password-rules, error-server-message, password-toast
test('the password form shows each broken rule, and a change logs the other browser out', async ({
  page,
  browser,
  baseURL,
}) => {
  const account = newAccount()
  await openProfile(page, baseURL, account)
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const elsewhere = await other.newPage()
  await logIn(elsewhere.request, baseURL, account.username, account.password)
  await elsewhere.goto('/dashboard')
  await expect(elsewhere.getByRole('button', { name: /Notifications/ })).toBeVisible()

  const form = page.getByRole('form', { name: 'Change password' })
  const [current, wanted, again] = [
    form.getByLabel('Current password'),
    form.getByLabel('New password', { exact: true }),
    form.getByLabel('Confirm new password'),
  ]
  const submit = form.getByRole('button', { name: 'Change password' })
  await submit.click()
  await expect(form.getByText('All password fields are required')).toHaveCount(1)
  await current.fill('not this one')
  await wanted.fill('short')
  await again.fill('other')
  await expect(form.getByText('Password must be at least 8 characters')).toBeVisible()
  await expect(form.getByText('New passwords do not match')).toBeVisible()
  await expectAxeClean(page)
  await again.fill('a better password')
  await wanted.fill('a better password')
  await expect(form.getByText('New passwords do not match')).toBeHidden()
  await submit.click()
  await expect(form.getByText('The current password is incorrect.')).toHaveCount(1)
  await expect(page.locator('[data-tone]')).toHaveCount(0)
  await expect(current).toBeFocused()
  await current.fill(account.password)
  await submit.click()
  await expect(toastOf(page, 'Password changed successfully')).toBeVisible()
  await expect(current).toHaveValue('')
  await expect(elsewhere).toHaveURL(/\/auth/)
  expect((await page.request.get('/api/auth/me')).status()).toBe(200)
  expect((await logIn(page.request, baseURL, account.username, account.password)).status()).toBe(401)
  await other.close()
})

test('a lockdown needs the password, logs the other browser out, and its report stays reachable', {
  tag: [SOUND, DEEP],
}, async ({ page, browser, baseURL }) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  const product = await firstScript(page.request)
  await buyByApi(page.request, baseURL, account, product.id)
  const licences = async () => (await (await page.request.get('/api/user/licences')).json()).data
  await expect.poll(async () => (await licences()).length, { timeout: 20_000 }).toBe(1)
  const [{ licenceKey }] = await licences()
  await page.request.get(`/api/download/file/${product.id}`)
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const elsewhere = await other.newPage()
  await logIn(elsewhere.request, baseURL, account.username, account.password)
  await elsewhere.goto('/dashboard')
  await expect(elsewhere.getByRole('button', { name: /Notifications/ })).toBeVisible()
  const complaints = watchConsole(page)

  await page.goto('/dashboard?tab=profile')
  const opener = page.getByRole('button', { name: 'Lock Down Account' })
  await opener.press('Enter')
  const asking = page.getByRole('dialog', { name: 'Lock down your account?' })
  for (const term of ['Licence keys: 1', 'Registered devices: 0', 'Other logins: 1'])
    await expect(asking.getByText(term, { exact: true })).toBeVisible()
  await expectSound(page, 'the question before a lockdown', { part: '[role="dialog"]' })
  await page.keyboard.press('Escape')
  await expect(asking).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(page).toHaveURL('/dashboard?tab=profile')

  await opener.press('Enter')
  const password = asking.getByLabel('Your password')
  await password.press('Enter')
  await expect(asking.getByText('Please enter your password')).toBeVisible()
  await password.fill('not this one')
  await password.press('Enter')
  await expect(asking.getByText('The current password is incorrect.')).toBeVisible()
  await expect(password).toBeFocused()
  expect((await licences())[0].licenceKey).toBe(licenceKey)
  await password.fill(account.password)
  await password.press('Enter')

  const report = page.getByRole('dialog', { name: 'Your account was locked down' })
  await expect(report.getByRole('heading', { name: 'Done' })).toBeFocused()
  await expect(report.getByText('1 licence has a new key. The old key is refused.')).toBeVisible()
  await expect(
    report.getByText('1 other device was logged out. This browser has a new session.'),
  ).toBeVisible()
  await expect(report.getByRole('link', { name: /^SHA-256 .* in the public log$/ })).toHaveCount(1)
  await expect(elsewhere).toHaveURL(/\/auth/)
  expect((await page.request.get('/api/auth/me')).status()).toBe(200)
  expect((await licences())[0].licenceKey).not.toBe(licenceKey)
  await expectSound(page, 'the report of a lockdown', { part: '[role="dialog"]' })
  expect(complaints.filter((line) => !line.includes('422'))).toEqual([])

  // The new session has a live connection.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('Your account was locked down').first()).toBeVisible()
  await page.keyboard.press('Escape')

  const mailed = await linkTo(page.request, account.email, 'Your account was locked down')
  await page.goto(mailed.replace(/&#38;/g, '&'))
  await report.getByRole('button', { name: 'Change password' }).click()
  await expect(report).toBeHidden()
  await expect(
    page.getByRole('form', { name: 'Change password' }).getByLabel('Current password'),
  ).toBeFocused()
  await page.getByRole('button', { name: 'See what was done and what to do next' }).click()
  await expect(report).toBeVisible()
  await page.reload()
  await report.getByRole('link', { name: 'Check a file' }).click()
  await expect(page).toHaveURL('/verify')
  await other.close()
})

// spec: profile-preferences, profile-toast
test('preferences are all on at first, saved together, and kept after a reload', async ({
  page,
  baseURL,
}) => {
  await openProfile(page, baseURL, newAccount())
  const box = (name: string) => page.getByRole('checkbox', { name })
  for (const name of ['Email notifications', 'New airdrops', 'Promotional emails'])
    await expect(box(name)).toBeChecked()
  await expect(page.getByRole('button', { name: 'Save preferences' })).toBeDisabled()
  await page.getByText('New airdrops').click()
  await box('Promotional emails').press('Space')
  await page.getByRole('button', { name: 'Save preferences' }).click()
  await expect(toastOf(page, 'Profile updated successfully')).toBeVisible()
  await page.reload()
  await expect(box('Email notifications')).toBeChecked()
  await expect(box('New airdrops')).not.toBeChecked()
  await expect(box('Promotional emails')).not.toBeChecked()
})

test('a profile that cannot be saved shows the reason and keeps the choices', async ({ page, baseURL }) => {
  await openProfile(page, baseURL, newAccount())
  await page.route('**/api/user/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await page.getByText('New airdrops').click()
  await page.getByRole('button', { name: 'Save preferences' }).click()
  await expect(toastOf(page, 'Error')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'New airdrops' })).not.toBeChecked()
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current password').fill('whatever it is')
  await form.getByLabel('New password', { exact: true }).fill('a better password')
  await form.getByLabel('Confirm new password').fill('a better password')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(toastOf(page, 'Error')).toBeVisible()
})

test('the profile shows a placeholder while loading and an error with a retry', async ({ page, baseURL }) => {
  await registerByApi(page.request, baseURL, newAccount())
  let answer: (() => void) | undefined
  const released = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(
    '**/api/user/profile',
    async (route) => {
      await released
      await route.fulfill(serverError)
    },
    { times: 1 },
  )
  await page.route('**/api/user/sessions*', (route) => route.fulfill(serverError))
  await page.goto('/dashboard?tab=profile')
  await expect(page.getByText('Loading your profile')).toBeAttached()
  await expectAxeClean(page)
  answer?.()
  await expect(page.getByText('Your profile could not be loaded')).toBeVisible()
  await expect(page.getByText('The server said so.')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(
    page.getByRole('tabpanel').getByRole('heading', { name: 'Account', exact: true }),
  ).toBeVisible()
  await expect(page.getByText('Your devices could not be loaded')).toBeVisible()
  await page.unroute('**/api/user/sessions*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('This device')).toBeVisible()
})

test('the other devices are listed and can be logged out, one or all', async ({ page, browser, baseURL }) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  const contexts = await Promise.all([1, 2, 3].map(() => browser.newContext({ baseURL: baseURL ?? '' })))
  for (const context of contexts) await logIn(context.request, baseURL, account.username, account.password)
  const statuses = async () =>
    Promise.all(contexts.map(async ({ request }) => (await request.get('/api/auth/me')).status()))
  await page.goto('/dashboard?tab=profile')
  await expect(page.getByText('This device')).toBeVisible()
  const single = page.getByRole('button', { name: /^Log out (?!other)/ })
  await expect(single).toHaveCount(3)
  await single.first().click()
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
  await expect(single).toHaveCount(2)
  expect((await statuses()).filter((status) => status === 401)).toHaveLength(1)
  await page.getByRole('button', { name: 'Log out other devices' }).click()
  await expect(single).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Log out other devices' })).toBeHidden()
  expect(await statuses()).toEqual([401, 401, 401])
  expect((await page.request.get('/api/auth/me')).status()).toBe(200)
  for (const context of contexts) await context.close()
})

test('the first referral code is kept across pages and visits and sent at registration', async ({ page }) => {
  await page.goto('/pricing?ref=abcd2345')
  await expect(page.getByRole('main')).toBeVisible()
  await expect
    .poll(() => page.evaluate<string | null>("localStorage.getItem('referral')"))
    .toContain('ABCD2345')
  await page.goto('/?ref=WXYZ6789')
  await page.goto('/auth')
  const sent = page.waitForRequest('**/api/auth/register')
  await registerOn(page, newAccount())
  expect((await sent).postDataJSON()).toMatchObject({ referralCode: 'ABCD2345' })
  await expect(page).toHaveURL(/\/dashboard/)
})
