import {
  type Account,
  ADMIN,
  confirmByMail,
  logInAsAdmin,
  newAccount,
  ownOrigin,
  registerByApi,
  watchConsole,
} from '../testing/shop.ts'
import { expectSound } from '../testing/sound.ts'
import { type Browser, DEEP, expect, type Page, test } from '../testing/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const PANEL = '/secure-management/admin-dashboard'
const toastOf = (page: Page) => page.locator('[data-tone]')
const panelTabs = (page: Page) => page.getByRole('tablist', { name: 'Admin' }).getByRole('tab')

/** An owner in a separate browser context, next to the member of staff. */
async function anOwner(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await logInAsAdmin(page.request, baseURL)
  return page
}

/** Registers the account in this page's context. Returns its id. */
async function aMember(page: Page, baseURL: string | undefined, account: Account): Promise<number> {
  await registerByApi(page.request, baseURL, account)
  await confirmByMail(page.request, baseURL, account)
  return (await (await page.request.get('/api/auth/me')).json()).data.id
}

async function logInByApi(page: Page, baseURL: string | undefined, { username, password }: Account) {
  const login = { headers: ownOrigin(baseURL), data: { username, password } }
  expect((await page.request.post('/api/auth/login', login)).status()).toBe(200)
}

const giveByApi = async (owner: Page, baseURL: string | undefined, id: number, role: string) => {
  const data = { currentPassword: ADMIN.password, role }
  const path = `/api/secure-management/users/${id}/promote`
  const answer = await owner.request.post(path, { data, headers: ownOrigin(baseURL) })
  expect(answer.status(), await answer.text()).toBe(200)
}

test('an owner chooses a role in a dialog that says what each may do, changes it, and sees it at the account', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  const account = newAccount()
  const id = await aMember(page, baseURL, account)
  const owner = await anOwner(browser, baseURL)
  const complaints = watchConsole(owner)
  await owner.goto(`${PANEL}?tab=users&user=${id}`)
  await owner.getByRole('button', { name: 'Promote', exact: true }).click()
  const asking = owner.getByRole('alertdialog')
  const roles = asking.getByRole('radiogroup', { name: 'Role' })
  await expect(roles.getByRole('radio', { name: 'Support' })).toBeChecked()
  await expect(roles).toContainText('Reads orders, users, messages and mails.')
  await expect(roles).toContainText('exports, payouts, closing and deleting accounts')
  await expectSound(owner, 'admin role dialog')
  await roles.getByRole('radio', { name: 'Support' }).focus()
  // The group checks the option that gets the focus while the key is down.
  await owner.keyboard.down('ArrowDown')
  await expect(roles.getByRole('radio', { name: 'Manager' })).toBeChecked()
  await owner.keyboard.up('ArrowDown')
  await asking.getByLabel('Your password').fill(ADMIN.password)
  await asking.getByLabel('Your password').press('Enter')
  await expect(toastOf(owner)).toContainText('The account is an admin now')
  await expect(owner.getByText('Role: Manager')).toBeVisible()

  await owner.getByRole('button', { name: 'Change role' }).click()
  await expect(roles.getByRole('radio', { name: 'Manager (now)' })).toBeChecked()
  await roles.getByRole('radio', { name: 'Owner' }).click()
  await asking.getByLabel('Your password').fill(ADMIN.password)
  await asking.getByRole('button', { name: 'Change role' }).click()
  await expect(toastOf(owner)).toContainText('The role was changed')
  await expect(owner.getByText('Role: Owner')).toBeVisible()
  await owner.getByRole('tab', { name: 'History' }).click()
  await expect(owner.getByRole('table', { name: 'History' })).toContainText('Staff role changed')
  expect(complaints).toEqual([])
  await owner.context().close()
})

test('a member of support sees the tabs and actions of support, and is told plainly where the role ends', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  const account = newAccount()
  const id = await aMember(page, baseURL, account)
  const owner = await anOwner(browser, baseURL)
  await giveByApi(owner, baseURL, id, 'support')
  await logInByApi(page, baseURL, account)
  const complaints = watchConsole(page)
  await page.goto(PANEL)
  await expect(panelTabs(page)).toHaveText([
    'Users',
    'Orders',
    'Deliver Product',
    'Inbox',
    'Reviews',
    'Mails',
  ])
  await expect(page.getByRole('tab', { name: 'Users', exact: true })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Export' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await expectSound(page, 'admin panel of support')
  await page.goto(`${PANEL}?tab=users&user=${id}`)
  await expect(page.getByText('Only an owner of the shop may do this.')).toBeVisible()
  const sections = page.getByRole('tablist', { name: 'User details' })
  await expect(sections.getByRole('tab', { name: 'Notes' })).toBeVisible()
  for (const name of ['Sessions', 'History']) await expect(sections.getByRole('tab', { name })).toHaveCount(0)
  await expect(page.getByText('Payout address')).toHaveCount(0)
  await page.goto(`${PANEL}?tab=audit`)
  await expect(page.getByText('Your role does not include this page')).toBeVisible()
  await page.goto('/secure-management/recovery')
  await expect(page.getByRole('button', { name: 'Deliver Product' })).toBeVisible()
  await expect(page.getByText('Emergency links')).toHaveCount(0)
  expect(complaints).toEqual([])

  // Another role ends the session of the open page, which hears of it by its live connection.
  // Listens at once: the first message may follow the connection directly.
  const isLive = new Promise<void>((resolve) => {
    page.on('websocket', (socket) => socket.once('framereceived', () => resolve()))
  })
  await page.goto(`${PANEL}?tab=users`)
  await expect(panelTabs(page)).toHaveCount(6)
  await isLive
  await giveByApi(owner, baseURL, id, 'manager')
  await expect(page).toHaveURL('/secure-portal/management-access')
  await logInByApi(page, baseURL, account)
  await page.goto(`${PANEL}?tab=users`)
  await expect(panelTabs(page).filter({ hasText: 'Products' })).toHaveCount(1)
  await expect(panelTabs(page).filter({ hasText: 'Audit Log' })).toHaveCount(0)
  await owner.context().close()
})
