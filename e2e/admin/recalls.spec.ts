import { strToU8, zipSync } from 'fflate'
import { MANIFEST } from '../testing/manifest.ts'
import { signStatement } from '../testing/own-shop.ts'
import {
  type Account,
  buyByApi,
  deleteProducts,
  logInAsAdmin,
  newAccount,
  ownOrigin,
  registerByApi,
} from '../testing/shop.ts'
import { expectSound } from '../testing/sound.ts'
import { type APIRequestContext, type Browser, DEEP, expect, type Page, test } from '../testing/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const ADMIN_PAGE = '/secure-management/admin-dashboard?tab=products'
const PRODUCTS = '/api/secure-management/products'
const RELEASES = '/api/secure-management/releases'

const toastOf = (page: Page) => page.locator('[data-tone]')
let count = 0

test.afterEach(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await deleteProducts(request, baseURL, 'Recall script')
  await request.dispose()
})

/** A product with a published file. `request`: an admin's. */
async function aProduct(request: APIRequestContext, baseURL: string | undefined) {
  const headers = ownOrigin(baseURL)
  const name = `Recall script ${Date.now().toString(36)} ${count++}`
  const data = { name, description: 'Claims what you have earned.', price: 9.5, features: ['Farms targets'] }
  const { id } = (await (await request.post(PRODUCTS, { data, headers })).json()).data as { id: number }
  const buffer = Buffer.from(
    zipSync({ 'farm/main.py': strToU8(`print("${name}")\n`), 'farm/windfall.json': strToU8(MANIFEST) }),
  )
  const file = { name: 'farm.zip', mimeType: 'application/zip', buffer }
  const sent = await request.post(`${PRODUCTS}/${id}/file`, { headers, multipart: { file } })
  const [release] = (await sent.json()).data.releases
  const signature = await signStatement(release.statement)
  await request.put(`${RELEASES}/${release.id}/signature`, { data: { signature }, headers })
  await request.post(`${RELEASES}/${release.id}/publish`, { data: { silent: true }, headers })
  await expect
    .poll(async () => (await (await request.get(`/api/products/${id}`)).json()).data.fileVersion)
    .toBe('1.0')
  return { id, name, release: release.id as number }
}

/** A new account in its own browser, which bought and downloaded the product. */
async function anOwner(browser: Browser, baseURL: string | undefined, productId: number) {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const account: Account = newAccount()
  await registerByApi(context.request, baseURL, account)
  await buyByApi(context.request, baseURL, account, productId)
  const file = `/api/download/file/${productId}`
  await expect.poll(async () => (await context.request.get(file)).status()).toBe(200)
  return { context, account }
}

test('a recall is on the owner’s open page within two seconds and on another’s next page, until they confirm it', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  await logInAsAdmin(page.request, baseURL)
  const { id, name, release } = await aProduct(page.request, baseURL)
  const open = await anOwner(browser, baseURL, id)
  const away = await anOwner(browser, baseURL, id)
  const owner = await open.context.newPage()
  await owner.goto('/dashboard')
  await expect(owner.getByText('Live', { exact: true })).toBeVisible()
  const noticeOn = (where: Page) => where.getByRole('region', { name: `Do not run ${name} 1.0` })
  await expect(noticeOn(owner)).toBeHidden()

  await page.goto(`${ADMIN_PAGE}&product=${id}`)
  await page.getByRole('button', { name: 'Recall v1.0' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Reason').fill('It sends keys to a stranger')
  await dialog.getByLabel('What to do').fill('Move your funds to a new wallet.')
  await dialog.getByRole('button', { name: 'Recall and email 2 people' }).click()

  await expect(noticeOn(owner)).toBeVisible({ timeout: 2000 })
  await expect(noticeOn(owner)).toContainText('Why: It sends keys to a stranger')
  await expect(noticeOn(owner)).toContainText('What to do: Move your funds to a new wallet.')
  await toastOf(owner).waitFor({ state: 'detached' })
  await expectSound(owner, 'the dashboard with a recall')
  const guest = await away.context.newPage()
  await guest.goto('/products')
  await expect(noticeOn(guest)).toBeVisible()

  await page.getByRole('link', { name: 'People and report of v1.0' }).click()
  const people = page.getByRole('table', { name: 'People who downloaded it' })
  const rowOf = ({ username }: Account) => people.getByRole('row').filter({ hasText: username })
  await expect(rowOf(open.account)).toContainText('Not seen yet')
  await owner.getByRole('button', { name: 'I have read this' }).click()
  await expect(noticeOn(owner)).toBeHidden()
  await owner.reload()
  await expect(owner.getByText('Live', { exact: true })).toBeVisible()
  await expect(noticeOn(owner)).toBeHidden()
  await page.reload()
  await expect(rowOf(open.account)).toContainText(/Seen (just now|\d+ minutes? ago)/)
  await expect(rowOf(away.account)).toContainText('Not seen yet')
  await expect(page.getByRole('list', { name: 'Versions' })).toContainText('1 of 2')
  await expect(page).toHaveURL(new RegExp(`withdrawal=${release}`))
  await open.context.close()
  await away.context.close()
})

test('the report sheet runs its clocks from the set time, is marked as done and undone, and is copied as text', {
  tag: DEEP,
}, async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logInAsAdmin(page.request, baseURL)
  const { name, release } = await aProduct(page.request, baseURL)
  const notice = { reason: 'It signs twice', advice: 'Revoke its approvals' }
  await page.request.post(`${RELEASES}/${release}/recall`, { data: notice, headers: ownOrigin(baseURL) })
  await page.goto(`${ADMIN_PAGE}&withdrawal=${release}`)
  await expect(page.getByText('Nobody is known to have downloaded it.')).toBeVisible()
  await expect(page.getByText('it is not legal advice and no promise of compliance')).toBeVisible()
  const clock = (which: string) => page.getByRole('listitem', { name: which })
  await expect(clock('Early warning')).toContainText('23 hours')
  await expect(clock('Final report')).toContainText('13 days')

  await page.getByLabel('Aware since').fill(localMinute(Date.now() - 25 * 3_600_000))
  await page.getByLabel('Note').fill('A buyer reported it')
  await page.getByRole('button', { name: 'Save sheet' }).click()
  await expect(toastOf(page)).toContainText('Report Sheet Saved')
  await expect(clock('Early warning')).toContainText('Overdue by 1 hour')

  await page.getByRole('button', { name: 'Mark as done: Early warning' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Note').fill('Reported as CSIRT-7')
  await dialog.getByRole('button', { name: 'Mark as done' }).click()
  await expect(clock('Early warning')).toContainText('Done 1 hour')
  await expect(clock('Early warning')).toContainText('Reported as CSIRT-7')
  await page.getByRole('button', { name: 'Copy as text' }).click()
  const text = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(text).toContain(`Recall of ${name} 1.0`)
  expect(text).toContain('Reported as CSIRT-7')
  expect(text).toContain('/log/entry/')
  expect(text).toContain('no promise of compliance')
  await toastOf(page).waitFor({ state: 'detached' })
  await expectSound(page, 'a report sheet')

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Report sheet' })).toBeVisible()
  await expect(page.getByText('People who downloaded it')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Save sheet' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: 'Undo: Early warning' }).click()
  await expect(clock('Early warning')).toContainText('Overdue by 1 hour')
})

/** The value of a `datetime-local` field, in the time zone of the test and its browser. */
function localMinute(at: number): string {
  const offset = new Date(at).getTimezoneOffset() * 60_000
  return new Date(at - offset).toISOString().slice(0, 16)
}
