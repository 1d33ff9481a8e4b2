import {
  type Account,
  ADMIN,
  buyByApi,
  confirmByMail,
  logInAsAdmin,
  newAccount,
  ownOrigin,
  registerByApi,
  watchConsole,
} from '../testing/shop.ts'
import { expectSound, SOUND_PAGES } from '../testing/sound.ts'
import { type Browser, DEEP, expect, type Page, test } from '../testing/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const [PANEL] = SOUND_PAGES.admin
const ENTRANCE = '/secure-portal/management-access'
const USERS = `${PANEL}?tab=users`

const toastOf = (page: Page) => page.locator('[data-tone]')
const sections = (page: Page) => page.getByRole('tablist', { name: 'User details' })
const section = (page: Page, name: string) => sections(page).getByRole('tab', { name, exact: true }).click()

async function logInByApi(
  page: Page,
  baseURL: string | undefined,
  who: Pick<Account, 'username' | 'password'>,
) {
  const data = { username: who.username, password: who.password }
  return (await page.request.post('/api/auth/login', { data, headers: ownOrigin(baseURL) })).status()
}

/** An admin in a separate browser context, next to the customer's. */
async function anAdmin(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await logInAsAdmin(page.request, baseURL)
  return page
}

/** Finds an account by the beginning of its address, and opens it. */
async function open(admin: Page, { username, email }: Account) {
  await admin.goto(USERS)
  await admin.getByRole('searchbox').fill(email.slice(0, -6).toUpperCase())
  await expect(admin).toHaveURL(/[?&]q=/)
  const row = admin.getByRole('row').filter({ hasText: email })
  await expect(row).toHaveCount(1)
  await row.getByRole('link', { name: `View ${username}` }).click()
  await expect(admin.getByRole('heading', { name: username })).toBeVisible()
}

async function giveMonad(admin: Page) {
  await section(admin, 'Access')
  await admin.getByRole('button', { name: 'Give access' }).first().click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Product' }).click()
  await admin.getByRole('option', { name: /^Monad/ }).click()
  await dialog.getByLabel('Reason').fill('Paid twice last year')
  await dialog.getByRole('button', { name: 'Give access' }).click()
  await expect(toastOf(admin)).toContainText('Access granted')
}

// spec: user-access
test('an admin finds a customer by the beginning of the address, gives and revokes a product, and the dashboard shows both live', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await page.goto('/dashboard?tab=products')
  await expect(page.getByText('No products available.')).toBeVisible()
  const admin = await anAdmin(browser, baseURL)
  await open(admin, account)
  await giveMonad(admin)
  await expect(page.getByRole('main').getByText('Monad Testnet Farmer')).toBeVisible()
  await expect(toastOf(page)).toContainText('Access granted')

  await admin.getByRole('button', { name: 'Revoke Monad Testnet Farmer' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Revoke access' }).click()
  await expect(toastOf(admin)).toContainText('Access revoked')
  await expect(page.getByText('No products available.')).toBeVisible()
  await expect(admin.getByRole('row').filter({ hasText: 'Monad' })).toContainText('Revoked')
  await section(admin, 'History')
  await expect(admin.getByRole('row').filter({ hasText: 'Access given by hand' })).toContainText('admin')
  await admin.context().close()
})

// spec: user-sessions
test('an admin ends all sessions, deactivates and activates a user', { tag: DEEP }, async ({
  page,
  browser,
  baseURL,
}) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await page.goto('/dashboard')
  const admin = await anAdmin(browser, baseURL)
  await open(admin, account)
  await section(admin, 'Sessions')
  await admin.getByRole('button', { name: 'End all sessions' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'End all sessions' }).click()
  await expect(toastOf(admin)).toContainText('All devices are logged out')
  await expect(admin.getByText('Not logged in anywhere.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth/)

  expect(await logInByApi(page, baseURL, account)).toBe(200)
  await page.goto('/dashboard')
  await section(admin, 'Overview')
  await admin.getByRole('button', { name: 'Deactivate' }).click()
  const asking = admin.getByRole('alertdialog')
  await asking.getByRole('button', { name: 'Deactivate account' }).click()
  await expect(asking.getByText('Say why, for the other admins')).toBeVisible()
  await asking.getByLabel('Reason').fill('Shares files')
  await asking.getByRole('button', { name: 'Deactivate account' }).click()
  await expect(toastOf(admin)).toContainText('Account deactivated')
  await expect(page).toHaveURL(/\/auth/)
  expect(await logInByApi(page, baseURL, account)).toBe(401)
  await section(admin, 'Notes')
  await expect(admin.getByText('Deactivated: Shares files')).toBeVisible()
  await section(admin, 'Overview')
  await admin.getByRole('button', { name: 'Activate' }).click()
  await expect(toastOf(admin)).toContainText('Account activated')
  expect(await logInByApi(page, baseURL, account)).toBe(200)
  await admin.context().close()
})

/** Changes the role in the dialog, which asks for the admin's own password. A wrong password comes first. */
async function changeRole(admin: Page, button: 'Promote' | 'Demote', confirm: string, said: string) {
  await section(admin, 'Overview')
  await admin.getByRole('button', { name: button, exact: true }).click()
  const asking = admin.getByRole('alertdialog')
  await asking.getByLabel('Your password').fill('not the password')
  await asking.getByRole('button', { name: confirm }).click()
  await expect(asking.getByText('The current password is incorrect.')).toBeVisible()
  await asking.getByLabel('Your password').fill(ADMIN.password)
  await asking.getByRole('button', { name: confirm }).click()
  await expect(toastOf(admin)).toContainText(said)
}

// spec: admin-role-lost
test('a promotion opens the panel at the next login; a demotion logs out of an open admin page, by its live connection or its next request', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await confirmByMail(page.request, baseURL, account)
  await page.goto('/')
  const admin = await anAdmin(browser, baseURL)
  await open(admin, account)
  const [promote, demote] = [
    () => changeRole(admin, 'Promote', 'Promote to admin', 'The account is an admin now'),
    () => changeRole(admin, 'Demote', 'Demote to customer', 'The account is not an admin any more'),
  ]
  await promote()
  expect(await logInByApi(page, baseURL, account)).toBe(200)
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible()
  await demote()
  await expect(page).toHaveURL(ENTRANCE)

  // Without a live connection the page learns of the demotion from its next request.
  await promote()
  expect(await logInByApi(page, baseURL, account)).toBe(200)
  await page.routeWebSocket(/\/ws/, () => undefined)
  await page.goto(USERS)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await demote()
  // Without a connection the page also asks again now and then, perhaps before the search does.
  await Promise.race([page.waitForURL(ENTRANCE), page.getByRole('searchbox').fill('someone')])
  await expect(page).toHaveURL(ENTRANCE)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await admin.context().close()
})

// spec: user-delete, users-empty
test('deleting a user requires the typed name, shows why it is refused, and removes the user from search', async ({
  page,
  browser,
  baseURL,
}) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  const admin = await anAdmin(browser, baseURL)
  await admin.goto(`${USERS}&q=${account.username}`)
  await admin.getByRole('button', { name: `Delete ${account.username}` }).click()
  const asking = admin.getByRole('alertdialog')
  const confirm = asking.getByRole('button', { name: 'Delete account' })
  await confirm.click()
  await expect(asking.getByText('This is not the name of the account')).toBeVisible()
  await asking.getByLabel(`Type ${account.username} to confirm`).fill(account.username)
  await admin.route('**/api/secure-management/users/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 503, json: { success: false, message: 'The provider rests.' } })
      : route.continue(),
  )
  await confirm.click()
  await expect(toastOf(admin)).toContainText('The account was not deletedThe provider rests.')
  await admin.unrouteAll()
  await confirm.click()
  await expect(toastOf(admin)).toContainText('Account deleted')
  await expect(admin.getByText('No users found.')).toBeVisible()
  await admin.getByRole('button', { name: 'Show all users' }).click()
  await expect(admin.getByRole('row').nth(1)).toBeVisible()
  expect(await logInByApi(page, baseURL, account)).toBe(401)
  await admin.context().close()
})

// spec: user-view
test('notes are added and deleted, the confirmation mail is sent again, and an order links to its page', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  const order = await buyByApi(page.request, baseURL, account, 1)
  const admin = await anAdmin(browser, baseURL)
  await open(admin, account)
  await admin.getByRole('button', { name: 'Send again' }).click()
  await expect(toastOf(admin)).toContainText(`A new link is on its way to ${account.email}.`)
  await section(admin, 'Mails')
  await expect(admin.getByRole('row').filter({ hasText: 'Address to confirm' })).toHaveCount(1)
  await section(admin, 'Notes')
  await admin.getByLabel('New note').fill('Prefers mail')
  await admin.getByRole('button', { name: 'Add note' }).click()
  await expect(admin.getByRole('listitem').filter({ hasText: 'Prefers mail' })).toContainText('admin')
  await admin.getByRole('button', { name: 'Delete this note' }).click()
  await expect(admin.getByText('No notes yet.')).toBeVisible()
  await section(admin, 'Purchases')
  await expect(admin).toHaveURL(/section=purchases/)
  await expect(admin.getByRole('link', { name: `Order #${order}` })).toHaveAttribute(
    'href',
    `${PANEL}?tab=orders&order=${order}`,
  )
  await admin.reload()
  await expect(admin.getByRole('link', { name: `Order #${order}` })).toBeVisible()
  await admin.context().close()
})

test('a list and an account that cannot be loaded show an error and a retry', async ({ page, baseURL }) => {
  await logInAsAdmin(page.request, baseURL)
  await page.route('**/api/secure-management/users**', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'No.' } }),
  )
  for (const [path, title] of [
    [USERS, 'The users could not be loaded'],
    [`${USERS}&user=1`, 'The user could not be loaded'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText(`${title}No.`)
  }
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(sections(page)).toBeVisible()
})

test('the list, an account’s sections and a dialog are sound at every width, in both themes, without console errors or warnings', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  test.setTimeout(300_000)
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await buyByApi(page.request, baseURL, account, 1)
  await buyByApi(page.request, baseURL, account, 2, 'subscription')
  const { id } = (await (await page.request.get('/api/auth/me')).json()).data
  await logInAsAdmin(page.request, baseURL)
  const complaints = watchConsole(page)
  await page.goto(USERS)
  await expect(page.getByRole('row').filter({ hasText: account.email })).toBeVisible()
  await expectSound(page, USERS)
  for (const name of ['', 'access', 'sessions', 'history']) {
    await page.goto(`${USERS}&user=${id}${name && `&section=${name}`}`)
    await expect(page.getByRole('heading', { name: account.username })).toBeVisible()
    await expectSound(page, `user ${name}`)
  }
  await page.goto(`${USERS}&user=${id}&section=access`)
  await page.getByRole('button', { name: 'Give access' }).click()
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Product' })).toBeVisible()
  await expectSound(page, 'give access')
  expect(complaints).toEqual([])
})
