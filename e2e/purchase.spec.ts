import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { askForFile } from './testing/delivery-consent.ts'
import { fileAddressOf, newAccount, receiptsTo, registerOn, sha256, watchConsole } from './testing/shop.ts'
import { expect, test } from './testing/test.ts'

test('a stranger buys a script: landing, register, pay, live notice, download, receipt', async ({
  page,
  request,
}) => {
  const complaints = watchConsole(page)
  const account = newAccount()

  await page.goto('/')
  await page.locator('#scripts').getByRole('button', { name: 'Buy Now' }).first().click()
  await expect(page).toHaveURL(/\/auth/)
  await registerOn(page, account)

  await expect(page).toHaveURL(/\/checkout\?productId=\d+/)
  const productId = Number(new URL(page.url()).searchParams.get('productId'))
  const product = (await (await request.get(`/api/products/${productId}`)).json()).data
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await askForFile(page)
  await page.getByRole('button', { name: /^Pay with Card - \$/ }).click()

  await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//)
  await page.getByRole('button', { name: /^pay/i }).click()

  await expect(page).toHaveURL(/\/success\?session_id=cs_/)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await page.getByRole('link', { name: /go to dashboard/i }).click()
  await expect(page).toHaveURL(/\/dashboard/)

  // The notification came over the WebSocket; the list was not reloaded.
  await page
    .getByRole('button', { name: /notifications/i })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText(`${product.name} is ready to download.`)).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Products' }).click()
  const owned = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: product.name, level: 2 }) })
  await expect(owned).toBeVisible()
  const started = page.waitForEvent('download')
  await owned.getByRole('link', { name: /download script/i }).click()
  const file = await readFile(await (await started).path())
  expect(sha256(file)).toBe(product.sha256)

  await expect
    .poll(async () => (await receiptsTo(request, account.email)).length, { timeout: 20_000 })
    .toBe(1)
  const [receipt] = await receiptsTo(request, account.email)
  expect(receipt?.subject).toContain(product.name)
  const linked = await request.get(fileAddressOf(receipt), { headers: { cookie: '' } })
  expect(linked.status()).toBe(200)
  expect(sha256(await linked.body())).toBe(product.sha256)
  expect(complaints).toEqual([])
})

/** Clicks, and counts the clicks of the journey. */
function clickCounter() {
  let clicks = 0
  const click = (target: Locator) => {
    clicks += 1
    return target.click()
  }
  return { click, count: () => clicks }
}

/** Presses Download, and returns the SHA-256 of the file. */
async function downloaded(page: Page, press: () => Promise<void>) {
  const started = page.waitForEvent('download')
  await press()
  return sha256(await readFile(await (await started).path()))
}

// spec: guest-purchases
test('a stranger gets the file without an account in four clicks, on the page that the payment returns to', async ({
  page,
  request,
  browser,
}) => {
  const complaints = watchConsole(page)
  const { click, count } = clickCounter()
  const { email } = newAccount()
  await page.goto('/')
  await click(page.locator('#scripts').locator('a[href^="/products/"]').first())
  await expect(page).toHaveURL(/\/products\/./)
  const slug = page.url().split('/').at(-1) ?? ''
  const product = (await (await request.get(`/api/products/${slug}`)).json()).data
  const form = page.getByRole('form', { name: 'Buy without an account' })
  await form.getByLabel('Email').fill(email)
  await click(form.getByRole('button', { name: 'Buy without an account' }))

  // Back from the provider's page, the address is still there.
  await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//)
  await page.goto(`/cancel?product=${slug}`)
  await page.getByRole('link', { name: 'Return to Checkout' }).click()
  await expect(form.getByLabel('Email')).toHaveValue(email)
  await form.getByRole('button', { name: 'Buy without an account' }).click()
  await click(page.getByRole('button', { name: /^pay/i }))

  await expect(page).toHaveURL(/\/success\?session_id=cs_/)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(page.getByRole('main').getByText(product.name).first()).toBeVisible()
  const download = page.getByRole('button', { name: 'Download' })
  expect(await downloaded(page, () => click(download))).toBe(product.sha256)
  expect(count()).toBeLessThanOrEqual(4)
  await expect.poll(async () => (await receiptsTo(request, email)).length, { timeout: 20_000 }).toBe(1)

  // The address of the page opens nothing in another browser.
  const other = await browser.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { name: 'Payment Received' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Download' })).toHaveCount(0)
  await other.close()

  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Register' }).getByLabel('Email')).toHaveValue(email)
  expect(complaints).toEqual([])
})

test('a new buyer with an account gets the file in five clicks and one form', async ({ page, request }) => {
  const { click, count } = clickCounter()
  const { username, email, password } = newAccount()
  await page.goto('/')
  await click(page.locator('#scripts').getByRole('button', { name: 'Buy Now' }).first())
  const form = page.getByRole('tabpanel', { name: 'Register' })
  await form.getByLabel('Username').fill(username)
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByLabel('Confirm password').fill(password)
  await form.getByLabel('Confirm password').press('Enter')
  await expect(page).toHaveURL(/\/checkout\?productId=\d+/)
  const productId = new URL(page.url()).searchParams.get('productId')
  const product = (await (await request.get(`/api/products/${productId}`)).json()).data
  await click(page.getByRole('checkbox', { name: /^I want the file right away/ }))
  await click(page.getByRole('button', { name: /^Pay with Card - \$/ }))
  await click(page.getByRole('button', { name: /^pay/i }))
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  const download = page.getByRole('link', { name: 'Download', exact: true })
  expect(await downloaded(page, () => click(download))).toBe(product.sha256)
  expect(count()).toBeLessThanOrEqual(5)
})

// spec: access-rules
test('a subscription to Premium opens every product but Lifetime', async ({ page, request }) => {
  const complaints = watchConsole(page)
  const account = newAccount()
  await page.goto('/checkout?productId=2&purchaseType=subscription')
  await registerOn(page, account)
  await expect(page).toHaveURL(/\/checkout\?productId=2/)
  await page.getByRole('button', { name: 'Subscribe with Card - $29.99/month' }).click()
  await page.getByRole('button', { name: /^(pay|subscribe)/i }).click()
  await expect(page).toHaveURL(/\/success\?session_id=cs_/)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()

  const products: { id: number; name: string; sha256: string }[] = (
    await (await request.get('/api/products?limit=100')).json()
  ).data
  expect(products.length).toBeGreaterThanOrEqual(12)
  for (const product of products) {
    const file = await page.request.get(`/api/download/file/${product.id}`)
    expect(file.status(), product.name).toBe(product.id === 12 ? 403 : 200)
    if (product.id !== 12) expect(sha256(await file.body())).toBe(product.sha256)
  }
  await page.goto('/dashboard?tab=products')
  await expect(page.getByRole('link', { name: /download script/i })).toHaveCount(products.length - 1)
  await expect
    .poll(async () => (await receiptsTo(request, account.email)).length, { timeout: 20_000 })
    .toBe(1)
  expect(complaints).toEqual([])
})
