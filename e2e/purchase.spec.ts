import { readFile } from 'node:fs/promises'
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
