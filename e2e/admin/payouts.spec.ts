import { readFileSync } from 'node:fs'
import { changeTables } from '../testing/own-shop.ts'
import {
  type Account,
  buyByApi,
  logInAsAdmin,
  mailsTo,
  newAccount,
  ownOrigin,
  registerByApi,
  watchConsole,
} from '../testing/shop.ts'
import { expectSound } from '../testing/sound.ts'
import { type Browser, DEEP, expect, type Page, test } from '../testing/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const PAYOUTS = '/secure-management/admin-dashboard?tab=payouts'
const ADDRESS = `0x${'cD34'.repeat(10)}`

const toastOf = (page: Page) => page.locator('[data-tone]')
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Makes this affiliate's commissions mature, as after a week. No page or API call can do that. */
const aWeekPasses = async (affiliate: Account) =>
  expect(
    await changeTables(
      'UPDATE referrals SET matures_at = 1 WHERE referrer_id = (SELECT id FROM users WHERE username = ?)',
      affiliate.username,
    ),
  ).toBeGreaterThan(0)

/** An affiliate's page, and a referred friend who bought the $49.00 script. The commission is mature. */
async function anAffiliate(browser: Browser, baseURL: string | undefined) {
  const [affiliate, friend] = [newAccount(), newAccount()]
  const page = await (await browser.newContext({ baseURL })).newPage()
  await registerByApi(page.request, baseURL, affiliate)
  const { referralCode } = (await (await page.request.get('/api/user/referral-stats')).json()).data
  const theirs = (await browser.newContext({ baseURL })).request
  const { username, email, password } = friend
  const data = { username, email, password, referralCode }
  const made = await theirs.post('/api/auth/register', { data, headers: ownOrigin(baseURL) })
  expect(made.status()).toBe(201)
  await buyByApi(theirs, baseURL, friend, 1)
  const earned = async () =>
    (await (await page.request.get('/api/user/referral-stats')).json()).data.pendingAmount
  await expect.poll(earned, { timeout: 20_000 }).toBe(4.9)
  await aWeekPasses(affiliate)
  const addsAddress = async () => {
    const body = { address: ADDRESS, password: affiliate.password }
    const headers = ownOrigin(baseURL)
    expect((await page.request.put('/api/user/payout-address', { data: body, headers })).status()).toBe(200)
  }
  return { affiliate, friend, page, addsAddress }
}

async function run(page: Page) {
  await page.getByRole('button', { name: 'Create payouts' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('No money is sent.')
  await dialog.getByRole('button', { name: 'Create payouts' }).click()
  await expect(dialog).toHaveCount(0)
}

// spec: payouts
test('a payout is made, opened and marked as paid once, and the affiliate’s dashboard shows it as paid out', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  test.setTimeout(120_000)
  const complaints = watchConsole(page)
  const { affiliate, friend, page: theirs, addsAddress } = await anAffiliate(browser, baseURL)
  await logInAsAdmin(page.request, baseURL)
  await page.goto(PAYOUTS)
  await run(page)
  await expect(toastOf(page)).toContainText('Payouts created')
  const row = rowOf(page, affiliate.username)
  await expect(row).toContainText('$4.90')
  await expect(row).toContainText('No address yet')
  await expect(row.getByRole('button', { name: /as paid/ })).toBeDisabled()
  await expect(page.getByText(/open in \d+ payouts?; \d+ needs? an address\./)).toBeVisible()
  await expect(row.getByRole('link', { name: affiliate.username })).toHaveAttribute(
    'href',
    /tab=users&user=\d/,
  )

  await addsAddress()
  await page.reload()
  await expect(row.getByRole('button', { name: /^Copy address/ })).toContainText('0xcD34…34cD34'.slice(0, 6))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV for paying' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^open-payouts-\d{4}-\d\d-\d\d\.csv$/)
  expect(readFileSync(await download.path(), 'utf8')).toContain(`,${ADDRESS},4.90\r\n`)

  await row.getByRole('link', { name: /^Details/ }).click()
  await expect(page.getByRole('heading', { name: /^Payout #\d+/ })).toContainText('Open')
  await expect(rowOf(page, friend.username)).toContainText('$4.90')
  await expect(rowOf(page, friend.username).getByRole('link', { name: /#\d+ Monad/ })).toHaveAttribute(
    'href',
    /tab=orders&order=\d+/,
  )
  await page.getByRole('button', { name: /as paid/ }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(`Was $4.90 sent to ${affiliate.username}?`)
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(dialog.getByText('Say how it was paid, for example by the transaction hash')).toBeVisible()
  await dialog.getByLabel('Reference').fill('0xfeedbeef')
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(toastOf(page)).toContainText('Payout marked as paid')
  await expect(page.getByRole('heading', { name: /^Payout #\d+/ })).toContainText('Paid')
  await expect(page.getByRole('button', { name: /as paid/ })).toHaveCount(0)
  await expect(rowOf(page, friend.username)).toContainText('Paid')

  await page.getByRole('link', { name: 'All payouts' }).click()
  await expect(page.getByRole('tab', { name: 'Paid' })).toHaveAttribute('aria-selected', 'true')
  await expect(row).toContainText('0xfeedbeef')
  await page.getByRole('tab', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { name: 'Open payouts' })).toBeVisible()
  await expect(row).toHaveCount(0)

  await theirs.goto('/dashboard?tab=referrals')
  const rows = theirs
    .getByRole('heading', { name: 'Recent referrals' })
    .locator('../..')
    .getByRole('listitem')
  await expect(rows.first()).toContainText('Paid out on', { timeout: 20_000 })
  await expect
    .poll(async () => (await mailsTo(page.request, affiliate.email)).map(({ subject }) => subject))
    .toContain('Your referral payout of $4.90')
  expect(complaints).toEqual([])
})

test('a payout that another admin has just paid is not paid again: a toast says so and its row disappears', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  const { affiliate, addsAddress } = await anAffiliate(browser, baseURL)
  await addsAddress()
  await logInAsAdmin(page.request, baseURL)
  await page.goto(PAYOUTS)
  await run(page)
  const row = rowOf(page, affiliate.username)
  const href = (await row.getByRole('link', { name: /^Details/ }).getAttribute('href')) ?? ''
  const id = /payout=(\d+)/.exec(href)?.[1]
  await row.getByRole('button', { name: /as paid/ }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Reference').fill('mine')
  const paid = await page.request.post(`/api/secure-management/payouts/${id}/paid`, {
    data: { reference: 'theirs' },
    headers: ownOrigin(baseURL),
  })
  expect(paid.status()).toBe(200)
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(toastOf(page)).toContainText('This payout is paid already.')
  await expect(row).toHaveCount(0)
})

test('the commissions are listed for all affiliates or for one', { tag: DEEP }, async ({
  page,
  browser,
  baseURL,
}) => {
  const { affiliate, friend } = await anAffiliate(browser, baseURL)
  await logInAsAdmin(page.request, baseURL)
  await page.goto(PAYOUTS)
  await page.getByRole('tab', { name: 'Referrals' }).click()
  await expect(page).toHaveURL(/view=referrals/)
  await expect(rowOf(page, affiliate.username)).toContainText(friend.username)
  const href = await rowOf(page, affiliate.username)
    .getByRole('link', { name: affiliate.username })
    .getAttribute('href')
  await page.goto(`${PAYOUTS}&view=referrals&referrer=${/user=(\d+)/.exec(href ?? '')?.[1]}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'All affiliates' }).click()
  await expect(page).not.toHaveURL(/referrer=/)
})

test('the payouts are sound at every width in both themes', { tag: DEEP }, async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const { affiliate } = await anAffiliate(browser, baseURL)
  await logInAsAdmin(page.request, baseURL)
  await page.goto(PAYOUTS)
  await run(page)
  await expect(rowOf(page, affiliate.username)).toBeVisible()
  await expectSound(page, 'payouts')
  await rowOf(page, affiliate.username)
    .getByRole('link', { name: /^Details/ })
    .click()
  await expect(page.getByRole('heading', { name: /^Payout #/ })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectSound(page, 'payout')
  await page.goto(`${PAYOUTS}&view=referrals`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectSound(page, 'referrals')
})
