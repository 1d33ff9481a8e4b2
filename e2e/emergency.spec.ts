import { readFileSync } from 'node:fs'
import { ownOrigin, sha256, watchConsole } from './testing/shop.ts'
import { expectSound, SOUND_PAGES } from './testing/sound.ts'
import { DEEP, expect, type Page, type Route, SOUND, test } from './testing/test.ts'

const [PAGE] = SOUND_PAGES.emergency
const [RECOVERY] = SOUND_PAGES.recovery

const json = (status: number, body: unknown) => (route: Route) => route.fulfill({ status, json: body })
const toastOf = (page: Page) => page.locator('[data-tone]')

async function asAdmin(page: Page, baseURL: string | undefined) {
  const answer = await page.request.post('/api/auth/login', {
    data: { username: 'admin', password: 'admin-password' },
    headers: ownOrigin(baseURL),
  })
  expect(answer.status()).toBe(200)
}

/** Issues an emergency link as an admin in the browser. Returns the address shown there. */
async function issue(page: Page, baseURL: string | undefined, reason: string, uses = 3): Promise<string> {
  await asAdmin(page, baseURL)
  await page.goto(RECOVERY)
  await page.getByRole('button', { name: 'New link' }).click()
  const dialog = page.getByRole('dialog', { name: 'New emergency link' })
  await dialog.getByRole('button', { name: 'Issue link' }).click()
  await expect(dialog.getByText('Say what the link is for')).toBeVisible()
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByLabel('Uses').fill(String(uses))
  await dialog.getByRole('button', { name: 'Issue link' }).click()
  await expect(dialog.getByText('Copy it now: it is not shown again.')).toBeVisible()
  const url = (await dialog.getByText(/special_key=/).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  return url
}

const linkRow = (page: Page, reason: string) => page.getByRole('row').filter({ hasText: reason })
/** The header of a request from another network. */
const from = (ip: string) => ({ 'cf-connecting-ip': ip })
const keyOf = (url: string) => new URL(url).hash.replace('#special_key=', '')
const fileOf = (key: string, product = 2) => `/api/download/file/${product}?emergency=true&special_key=${key}`

// spec: route-emergency, emergency-messages
test('an emergency link downloads Premium’s file without an account, counts down, and hides its key', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  const reason = `Ticket ${Date.now()}`
  const url = await issue(page, baseURL, reason)
  await expect(linkRow(page, reason)).toContainText('0 of 3')

  const stranger = await browser.newContext({ baseURL })
  const visit = await stranger.newPage()
  const complaints = watchConsole(visit)
  const seen: string[] = []
  visit.on('request', (request) => seen.push(request.url(), JSON.stringify(request.headers())))
  const arrived = await visit.goto(url)
  expect(arrived?.headers()['x-robots-tag']).toContain('noindex')
  await expect(visit.getByRole('heading', { name: 'Emergency download' })).toBeVisible()
  await expect(visit).toHaveURL(PAGE)
  expect(await visit.evaluate('document.referrer + location.href')).not.toContain(keyOf(url))
  await expect(visit.getByText('windfall-premium-1.0.0.zip')).toBeVisible()
  const left = visit.getByRole('definition').nth(4)
  await expect(left).toHaveText('3')
  const arriving = visit.waitForEvent('download')
  await visit.getByRole('button', { name: 'Download' }).click()
  const download = await arriving
  await expect(toastOf(visit)).toContainText('Download Ready')
  const hash = await visit.getByRole('button', { name: /^Copy SHA-256/ }).getAttribute('title')
  expect(sha256(readFileSync((await download.path()) ?? ''))).toBe(hash)
  await expect(left).toContainText('2')
  await expect(left).toContainText('you can restart your last download')
  // The key is in no address and no header of any request: it is sent in bodies.
  expect(seen.filter((text) => text.includes(keyOf(url)))).toEqual([])
  // A reload checks the link again, and the page still has the key.
  await visit.reload()
  await expect(visit.getByRole('button', { name: 'Download' })).toBeVisible()
  expect(complaints).toEqual([])

  await page.reload()
  await expect(linkRow(page, reason)).toContainText('1 of 3')
  await stranger.close()
})

// spec: emergency-download
test('a used-up link shows that it is used up, and a revoked link opens nothing', { tag: DEEP }, async ({
  page,
  browser,
  baseURL,
}) => {
  const reason = `Last ${Date.now()}`
  const key = keyOf(await issue(page, baseURL, reason, 1))
  const elsewhere = await browser.newContext({ baseURL, extraHTTPHeaders: from('203.0.113.8') })
  expect((await elsewhere.request.get(fileOf(key))).status()).toBe(200)
  // The same network can resume an interrupted download.
  const rest = await elsewhere.request.get(fileOf(key), { headers: { range: 'bytes=100-' } })
  expect(rest.status()).toBe(206)

  const other = await browser.newContext({ baseURL })
  const visit = await other.newPage()
  await visit.goto(`${PAGE}?special_key=${key}`)
  await expect(visit.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expect(visit.getByText('has been used up')).toBeVisible()
  expect((await other.request.get(fileOf(key))).status()).toBe(410)

  await page.reload()
  await expect(linkRow(page, reason)).toContainText('Used up')
  await linkRow(page, reason).getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke this emergency link?' })
  await expect(question).toContainText(reason)
  await question.getByRole('button', { name: 'Revoke link' }).click()
  await expect(toastOf(page)).toContainText('Emergency link revoked')
  await expect(linkRow(page, reason)).toContainText('Revoked')
  expect((await elsewhere.request.get(fileOf(key))).status()).toBe(410)
  await visit.goto('/')
  await visit.goto(`${PAGE}#special_key=${key}`)
  await expect(visit.getByText('This emergency link was revoked.')).toBeVisible()
  await Promise.all([elsewhere.close(), other.close()])
})

// spec: route-emergency
test('an altered key, another product and another page open nothing', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  const key = keyOf(await issue(page, baseURL, `Altered ${Date.now()}`))
  const altered = key.replace(/\d(?=\.2\.)/, (digit) => String((Number(digit) + 1) % 10))
  await page.request.post('/api/auth/logout', { headers: ownOrigin(baseURL) })
  await page.goto(`${PAGE}?special_key=${altered}`)
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expect(page.getByText('This emergency link is not valid.')).toBeVisible()
  for (const path of [fileOf(altered), fileOf(key, 1), fileOf('')])
    expect((await page.request.get(path)).status(), path).toBe(403)
  expect((await page.request.get(`/api/download/file/2?special_key=${key}`)).status()).toBe(401)
  const answer = await page.goto(`/emergency-recovery/1?special_key=${key}`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
})

// spec: emergency-messages
test('a download that cannot be prepared shows an error and the next step', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const url = await issue(page, baseURL, `Trouble ${Date.now()}`)
  let failing = true
  await page.route(/\/api\/emergency\/(check|open)$/, (route) =>
    failing ? json(503, { success: false, message: 'The shop is resting.' })(route) : route.continue(),
  )
  await page.goto(url)
  await expect(
    page.getByRole('heading', { name: 'There was a problem preparing your download.' }),
  ).toBeVisible()
  await expect(page.getByText('The shop is resting. Your link was not used up.')).toBeVisible()
  await expectSound(page, 'emergency, failed')
  failing = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  const download = page.getByRole('button', { name: 'Download' })
  await expect(download).toBeVisible()
  failing = true
  await download.click()
  await expect(
    page.getByText('There was a problem preparing your download. The shop is resting.'),
  ).toBeVisible()
  await expectSound(page, 'emergency, refused at the press')
})

test(`${PAGE} is sound at every width, in both themes, without a key, with a valid one, and with an invalid one`, {
  tag: [SOUND, DEEP],
}, async ({ page, baseURL }) => {
  test.setTimeout(240_000)
  const url = await issue(page, baseURL, `Sound ${Date.now()}`)
  await page.request.post('/api/auth/logout', { headers: ownOrigin(baseURL) })
  const fresh = await page.context().newPage()
  const complaints = watchConsole(fresh)
  await fresh.goto(PAGE)
  await expect(fresh.getByRole('heading', { name: 'This link is not complete' })).toBeVisible()
  await expectSound(fresh, 'emergency, no key')
  await fresh.goto(url)
  await expect(fresh.getByRole('button', { name: 'Download' })).toBeVisible()
  await expectSound(fresh, 'emergency, ready')
  expect(complaints).toEqual([])
  await fresh.goto(`${PAGE}?special_key=made-up`)
  await expect(fresh.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expectSound(fresh, 'emergency, refused')
})
