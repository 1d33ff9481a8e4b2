import {
  confirmByMail,
  logInAsAdmin,
  newAccount,
  ownOrigin,
  registerByApi,
  watchConsole,
} from '../testing/shop.ts'
import { expectSound } from '../testing/sound.ts'
import { DEEP, expect, type Page, test } from '../testing/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const SECURITY = '/secure-management/admin-dashboard?tab=security'
const rows = (page: Page, list: string) => page.getByRole('table', { name: list }).locator('tbody tr')

// spec: security-tab
test('the Security tab shows refusals with their account, and ends one session and all sessions of a member of staff', {
  tag: DEEP,
}, async ({ page, playwright, baseURL }) => {
  const complaints = watchConsole(page)
  const headers = ownOrigin(baseURL)
  const account = newAccount()
  const other = await playwright.request.newContext(baseURL ? { baseURL } : {})
  await registerByApi(other, baseURL, account)
  await confirmByMail(other, baseURL, account)
  const wrong = { username: account.username, password: 'a wrong password' }
  for (let n = 0; n < 2; n++)
    expect((await other.post('/api/auth/login', { headers, data: wrong })).status()).toBe(401)
  expect((await other.get('/api/secure-management/audit')).status()).toBe(403)
  const { id } = (await (await other.get('/api/auth/me')).json()).data
  await logInAsAdmin(page.request, baseURL)
  const role = { currentPassword: 'admin-password', role: 'support' }
  const given = await page.request.post(`/api/secure-management/users/${id}/promote`, { headers, data: role })
  expect(given.status(), await given.text()).toBe(200)
  const login = { username: account.username, password: account.password }
  expect((await other.post('/api/auth/login', { headers, data: login })).status()).toBe(200)

  await page.goto(SECURITY)
  await expect(rows(page, 'Refused calls').filter({ hasText: 'Failed logins' })).toHaveCount(1)
  await expect(rows(page, 'Refused calls').filter({ hasText: 'Refused admin calls' })).toHaveCount(1)
  const refused = rows(page, 'Latest refusals').filter({ hasText: account.username })
  await expect(refused.filter({ hasText: 'Failed logins × 2' })).toContainText('POST /api/auth/login')
  await expect(refused.filter({ hasText: 'not staff' })).toContainText('GET /api/secure-management/audit')
  await expect(rows(page, 'Second factors of the staff').filter({ hasText: account.username })).toContainText(
    'None',
  )
  await expect(rows(page, 'Sensitive actions').filter({ hasText: `user:${id}` })).toContainText('Promoted')
  await expectSound(page, 'security')

  await page.getByRole('button', { name: 'Failed logins' }).click()
  await expect(page).toHaveURL(`${SECURITY}&kind=login_failed`)
  await expect(refused).toHaveCount(1)

  const sessions = rows(page, 'Sessions of the staff')
  const own = sessions.filter({ hasText: 'This device' })
  await expect(own).toContainText('Owner')
  await expect(own.getByRole('button', { name: /^End the session/ })).toHaveCount(0)
  const theirs = sessions.filter({ hasText: account.username })
  await expect(theirs).toContainText('Password only')
  const before = await theirs.count()
  await theirs
    .first()
    .getByRole('button', { name: /^End the session/ })
    .click()
  await expect(page.locator('[data-tone]')).toContainText('This device is logged out')
  await expect(theirs).toHaveCount(before - 1)
  expect((await other.get('/api/auth/me')).status()).toBe(401)

  expect((await other.post('/api/auth/login', { headers, data: login })).status()).toBe(200)
  await page.reload()
  await theirs
    .first()
    .getByRole('button', { name: `End all sessions of ${account.username}` })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all sessions' }).click()
  // Behind the open dialog the lists have no roles, so an empty list proves nothing yet.
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(theirs).toHaveCount(0)
  expect((await other.get('/api/auth/me')).status()).toBe(401)
  expect(complaints).toEqual([])
  await other.dispose()
})
