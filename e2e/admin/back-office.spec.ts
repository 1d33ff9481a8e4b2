import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import { askForFile } from '../testing/delivery-consent.ts'
import { MANIFEST } from '../testing/manifest.ts'
import { fileAddressOf, mailsTo, newAccount, registerByApi, sha256, watchConsole } from '../testing/shop.ts'
import { signRelease } from '../testing/sign-release.ts'
import { SOUND_PAGES } from '../testing/sound.ts'
import { expect, type Page, test } from '../testing/test.ts'

const [ENTRANCE] = SOUND_PAGES.entrance
const [PANEL] = SOUND_PAGES.admin

const aFile = (buffer: Buffer) => ({ name: 'night-farm.zip', mimeType: 'application/zip', buffer })
const toastOf = (page: Page) => page.locator('[data-tone]')
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
const money = async (page: Page) =>
  Number(
    (
      await page
        .getByRole('tabpanel')
        .getByText(/^\$[\d,]+\.\d\d$/)
        .first()
        .textContent()
    )?.replace(/[^\d.]/g, ''),
  )

// spec: admin-whole-way
test('an admin adds and publishes a product, sees its sale live, and refunds it; the buyer’s access ends live', async ({
  browser,
  baseURL,
  request,
}) => {
  test.setTimeout(300_000)
  const [admin, customer] = await Promise.all(
    [1, 2].map(async () => (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()),
  )
  if (!admin || !customer) throw new Error('Two browsers are needed.')
  for (const page of [admin, customer]) page.setDefaultTimeout(20_000)
  const complaints = [watchConsole(admin), watchConsole(customer)]
  const account = newAccount()
  const name = `Night Farm ${account.username.slice(-8)}`
  const picture = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), randomBytes(100_000)])
  const files = {
    'main.py': strToU8('print("Good night")\n'),
    'windfall.json': strToU8(MANIFEST),
    'night.png': picture,
  }
  const zip = Buffer.from(zipSync({ farm: files }))
  let productId = 0
  let orderId = 0

  await test.step('an admin logs in and adds a product', async () => {
    await admin.goto(ENTRANCE)
    await admin.getByRole('tabpanel').getByLabel('Username').fill('admin')
    await admin.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill('admin-password')
    await admin.getByRole('tabpanel').getByRole('button', { name: 'Login' }).click()
    await expect(admin).toHaveURL(PANEL)
    await tab(admin, /^Products/).click()
    await admin.getByRole('link', { name: 'Add Product' }).first().click()
    await admin.getByLabel('Name', { exact: true }).fill(name)
    await admin.getByLabel('Description').fill('Farms by night, and says in the morning what it did.')
    await admin.getByLabel('Price in USD').fill('12.34')
    await admin.getByLabel('Features').fill('Farm on a schedule\n\nSleeps when gas is dear')
    await admin.getByRole('button', { name: 'Add Product' }).click()
    await expect(toastOf(admin)).toContainText('Product Added')
    await expect(admin).toHaveURL(/tab=products&product=\d+$/)
    productId = Number(new URL(admin.url()).searchParams.get('product'))
    await expect(admin.getByText('Not on sale: no published file')).toBeVisible()
  })

  // admin/products.spec.ts tests the size limit and the upload progress.
  await test.step('a file is uploaded, and published', async () => {
    await admin.locator('input[type=file][accept*=zip]').setInputFiles(aFile(zip))
    await admin.getByRole('textbox', { name: 'Changelog' }).fill('The first night.')
    await admin.getByRole('button', { name: 'Upload as draft' }).click()
    await expect(toastOf(admin)).toContainText('File Uploaded')
    const release = admin.getByRole('list', { name: 'Releases' }).getByRole('listitem')
    await expect(release).toContainText('Draft')
    await signRelease(admin, release)
    await release.getByRole('button', { name: /^Publish v/ }).click()
    const dialog = admin.getByRole('alertdialog')
    await dialog.getByRole('checkbox', { name: 'Notify buyers and subscribers' }).uncheck()
    await dialog.getByRole('button', { name: 'Publish release' }).click()
    await expect(toastOf(admin)).toContainText('Release Published')
    await expect(release).toContainText('Published')
  })

  // From here on the admin's page is not reloaded. `sameDocument` proves it below.
  await tab(admin, /^Overview/).click()
  await expect(admin.getByRole('main').getByText('Live Updates', { exact: true })).toBeVisible()
  await admin.evaluate('window.sameDocument = true')
  const revenue = await money(admin)

  await test.step('a customer in another browser finds it, buys it and downloads what was uploaded', async () => {
    await registerByApi(customer.request, baseURL, account)
    await customer.goto('/products')
    await customer.getByRole('searchbox', { name: 'Search scripts' }).fill(name)
    await customer.getByRole('main').getByRole('link', { name }).first().click()
    await expect(customer.getByRole('heading', { name, level: 1 })).toBeVisible()
    await customer
      .getByRole('button', { name: /^(Buy|Get)/ })
      .first()
      .click()
    await askForFile(customer)
    await customer.getByRole('button', { name: 'Pay with Card - $12.34' }).click()
    await customer.getByRole('button', { name: /^pay/i }).click()
    await expect(customer.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await customer.goto('/dashboard?tab=products')
    const started = customer.waitForEvent('download')
    await customer.getByRole('link', { name: `Download Script: ${name}` }).click()
    expect(sha256(await readFile(await (await started).path()))).toBe(sha256(zip))
  })

  await test.step('the admin sees the sale live', async () => {
    const sale = admin
      .getByRole('list', { name: 'Live activity' })
      .getByRole('listitem')
      .filter({ hasText: `${account.username} bought ${name}` })
    await expect(sale).toHaveCount(1)
    await expect(sale).toContainText('+$12.34')
    const recent = admin.getByRole('list', { name: 'Recent purchases' }).getByRole('listitem')
    await expect(recent.filter({ hasText: name })).toContainText('$12.34')
    await expect.poll(() => money(admin)).toBeCloseTo(revenue + 12.34)
    await sale.getByRole('link').click()
    await expect(admin).toHaveURL(/tab=orders&order=\d+$/)
    orderId = Number(new URL(admin.url()).searchParams.get('order'))
    await expect(admin.getByRole('heading', { name: `Order #${orderId}` })).toBeVisible()
  })

  const receipt = async () =>
    (await mailsTo(request, account.email)).find(({ subject }) => subject.startsWith('Your receipt for '))
  await expect.poll(async () => (await receipt())?.links.length ?? 0, { timeout: 30_000 }).toBeGreaterThan(0)
  const link = fileAddressOf(await receipt())
  expect((await request.get(link, { headers: { cookie: '' } })).status()).toBe(200)

  await test.step('the refund shows its effects, then takes place', async () => {
    await admin.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = admin.getByRole('alertdialog', { name: `Refund order #${orderId}?` })
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Access ends at once' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Refund $12.34' }).click()
    await expect(dialog.getByText('Please say why')).toBeVisible()
    await dialog.getByLabel('Reason').fill('It farmed by day.')
    await dialog.getByRole('button', { name: 'Refund $12.34' }).click()
    // The live connection's own toast may come first, and only one toast is shown at a time.
    await expect(toastOf(admin)).toContainText(/Refund started|Refunded/)
    await expect(admin.getByRole('main').getByText('Refunded', { exact: true }).first()).toBeVisible()
  })

  await test.step('the customer’s access ends without a reload', async () => {
    await expect(customer.getByText('No product')).toBeVisible({ timeout: 20_000 })
    await expect(customer.getByRole('link', { name: `Download Script: ${name}` })).toHaveCount(0)
    expect((await customer.request.get(`/api/download/file/${productId}`)).status()).toBe(403)
    expect((await request.get(link, { headers: { cookie: '' } })).status()).toBe(403)
  })

  await test.step('the totals fall by the refund, and the audit log names the admin', async () => {
    await tab(admin, /^Overview/).click()
    const feed = admin.getByRole('list', { name: 'Live activity' })
    await expect(feed.getByText(`$12.34 for ${name} was refunded to ${account.username}`)).toBeVisible()
    await expect.poll(() => money(admin)).toBeCloseTo(revenue)
    const recent = admin.getByRole('list', { name: 'Recent purchases' }).getByRole('listitem')
    await expect(recent.filter({ hasText: name })).toContainText('Refunded')
    await tab(admin, /^Audit Log/).click()
    const log = admin.getByRole('table', { name: 'Audit log' }).locator('tbody tr')
    for (const [action, subject] of [
      ['Product created', `product:${productId}`],
      ['Release uploaded', 'release:'],
      ['Release published', 'release:'],
      ['Refund started', `payment:${orderId}`],
    ])
      await expect(log.filter({ hasText: `${action}${subject}` }).first()).toContainText('admin')
    await expect(log.filter({ hasText: `payment:${orderId}` })).toContainText('It farmed by day.')
    expect(await admin.evaluate('window.sameDocument')).toBe(true)
  })

  await test.step('the product leaves the shop', async () => {
    await tab(admin, /^Products/).click()
    await admin.getByRole('searchbox', { name: 'Search by name or ID' }).fill(name)
    // The search filters the list after a short delay. Only then does the row keep its place for the click.
    await expect(admin).toHaveURL(/[?&]q=/)
    await expect(admin.getByRole('table', { name: 'Products' }).locator('tbody tr')).toHaveCount(1)
    await admin.getByRole('button', { name: `Delete ${name}` }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete product' }).click()
    await expect(toastOf(admin)).toContainText('Product Deleted')
    expect((await request.get(`/api/products/${productId}`)).status()).toBe(404)
    // A rendered page may be served from a cache for some seconds. A reload gets a new one.
    await customer.goto('/products')
    await customer.reload()
    await expect(customer.getByRole('status').getByText('14 products')).toBeVisible()
  })

  expect(complaints).toEqual([[], []])
})
