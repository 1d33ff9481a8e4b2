import { readFileSync } from 'node:fs'
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

const AUDIT = '/secure-management/admin-dashboard?tab=audit'

/** Makes, changes and deletes a coupon as the signed-in admin. Returns its code and id. */
async function threeActions(page: Page, baseURL: string | undefined) {
  const headers = ownOrigin(baseURL)
  const code = `LOG${Date.now().toString(36).toUpperCase()}`
  const description = 'A fifth off for everybody who reads the newsletter, '.repeat(4).trim()
  const data = { code, discountType: 'percentage', discountValue: 0.2, description, appliesTo: 'all' }
  const { id } = (await (await page.request.post('/api/coupons', { headers, data })).json()).data
  await page.request.patch(`/api/coupons/${id}`, { headers, data: { maxUses: 7 } })
  expect((await page.request.delete(`/api/coupons/${id}`, { headers })).ok()).toBe(true)
  return { code, id: Number(id) }
}

const entries = (page: Page) => page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')

// spec: audit-log
test('the audit log shows actor, action, subject and change of each entry, and filters by one of them', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  const complaints = watchConsole(page)
  await logInAsAdmin(page.request, baseURL)
  const { code, id } = await threeActions(page, baseURL)
  await page.goto(AUDIT)
  await expect(page.getByText('Nobody can change or delete an entry.')).toBeVisible()
  const newest = entries(page).filter({ hasText: `coupon:${id}` })
  await expect(newest).toHaveCount(3)
  await expect(newest.nth(0)).toContainText('Coupon deleted')
  await expect(newest.nth(0).locator('del').first()).toHaveText(code)
  await expect(newest.nth(1)).toContainText('max uses: none → 7')
  await expect(newest.nth(1)).not.toContainText('discount')
  await expect(newest.nth(2)).toContainText(`code: ${code}`)
  await expect(newest.nth(2).locator('summary', { hasText: /^A fifth off.*…$/ })).toBeVisible()
  await expect(newest.nth(0).getByRole('link', { name: `coupon:${id}` })).toHaveAttribute(
    'href',
    `/secure-management/admin-dashboard?tab=coupons&coupon=${id}`,
  )

  await newest
    .nth(0)
    .getByRole('button', { name: `Everything about coupon:${id}` })
    .click()
  await expect(page).toHaveURL(`${AUDIT}&subject=coupon%3A${id}`)
  await expect(entries(page)).toHaveCount(3)
  await expect(page.getByRole('searchbox')).toHaveValue(`coupon:${id}`)

  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: 'Coupon deleted' }).click()
  await expect(page).toHaveURL(`${AUDIT}&action=coupon.delete`)
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(entries(page).first()).toContainText(`coupon:${id}`)
  await expect(entries(page).filter({ hasText: 'Coupon created' })).toHaveCount(0)

  await entries(page).first().getByRole('button', { name: 'admin', exact: true }).click()
  await expect(page).toHaveURL(/tab=audit&actor=\d+$/)
  await page.getByRole('button', { name: 'By admin: show everybody’s' }).click()
  await expect(page).toHaveURL(AUDIT)

  await page.getByRole('searchbox').fill('payment')
  await expect(page.getByText('No entries about payment')).toBeVisible()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(page).toHaveURL(AUDIT)
  await page.goBack()
  await expect(page).toHaveURL(`${AUDIT}&subject=payment`)
  expect(complaints).toEqual([])
})

test('entries made meanwhile appear when the audit log is opened again', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  await logInAsAdmin(page.request, baseURL)
  const first = await threeActions(page, baseURL)
  await page.goto(AUDIT)
  await expect(entries(page).filter({ hasText: `coupon:${first.id}` })).toHaveCount(3)
  await page.getByRole('tab', { name: 'Mails' }).click()
  await expect(page).toHaveURL(/tab=mails/)
  const second = await threeActions(page, baseURL)
  await page.getByRole('tab', { name: 'Audit Log' }).click()
  await expect(entries(page).filter({ hasText: `coupon:${second.id}` })).toHaveCount(3)
})

test('the audit log is sound at every width, in both themes, and a customer gets 403', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  test.setTimeout(120_000)
  await logInAsAdmin(page.request, baseURL)
  await threeActions(page, baseURL)
  await page.goto(AUDIT)
  await expect(entries(page).first()).toBeVisible()
  await expectSound(page, 'the audit log')
  await registerByApi(page.request, baseURL, newAccount())
  expect((await page.request.get('/api/secure-management/audit')).status()).toBe(403)
})

test('an elevation by the admin key shows the key as the actor, with the account beside it', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await confirmByMail(page.request, baseURL, account)
  const adminKey = /^ADMIN_KEY=(.+)$/m.exec(readFileSync('.dev.vars.example', 'utf8'))?.[1]
  const path = '/api/auth/secure-operations/elevate-permissions'
  const data = { username: account.username, adminKey }
  const headers = ownOrigin(baseURL)
  expect((await page.request.post(path, { data, headers })).status()).toBe(200)
  const { username, password } = account
  await page.request.post('/api/auth/login', { data: { username, password }, headers })
  await page.goto(`${AUDIT}&action=elevate-permissions`)
  await expect(entries(page).first()).toContainText(`Admin key${account.username}`)
})
