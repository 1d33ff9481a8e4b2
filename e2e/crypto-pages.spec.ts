import { fileAddressOf, mailsTo, newAccount, sha256 } from './testing/shop.ts'
import { violationsOf } from './testing/sound.ts'
import { expect, type Page, test } from './testing/test.ts'

const linksOf = async (page: Page) => (await (await page.request.get('/api/payment/links')).json()).data

/** Opens the crypto pay page of Monad Testnet Farmer and fills in the email address. */
async function arriveAs(page: Page, email: string) {
  await page.goto((await linksOf(page)).monad.crypto)
  await page.getByLabel('Email').fill(email)
}

const isAccessible = async (page: Page) => expect(await violationsOf(page)).toEqual([])

// spec: pricing-pay-links, pricing-crypto-links, guest-purchases
test('a guest pays in crypto on a pay page, and the mail links to the file', async ({
  page,
  request,
  baseURL,
}) => {
  const { email } = newAccount()
  const link = new URL((await linksOf(page)).monad.crypto)
  expect(link.searchParams.get('success_url')).toBe(`${baseURL}/dashboard?payment=complete`)
  link.searchParams.set('success_url', `${baseURL}/payment/success?source=crypto&status=paid&from=link`)
  await page.goto(link.href)
  await expect(page.getByRole('heading', { name: 'Monad Testnet Farmer' })).toBeVisible()
  await isAccessible(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Pay 49.00 USDC' }).click()
  await expect(page).toHaveURL(/\/payment\/success\?.*from=link/)

  await expect.poll(async () => (await mailsTo(request, email)).length, { timeout: 20_000 }).toBe(1)
  const [receipt] = await mailsTo(request, email)
  const product = (await (await request.get('/api/products/1')).json()).data
  const file = await request.get(fileAddressOf(receipt))
  expect(file.status()).toBe(200)
  expect(sha256(await file.body())).toBe(product.sha256)
})

test('the BTCPay Server pages show the amount due in each state without a login', async ({
  page,
  request,
}) => {
  const { email } = newAccount()
  await arriveAs(page, email)
  await page.getByRole('button', { name: 'Pay in bitcoin instead' }).click()
  await expect(page).toHaveURL(/\/sandbox\/btcpay\/checkout\//)
  await isAccessible(page)
  await page.getByLabel('Amount in US dollars').fill('20')
  await page.getByRole('button', { name: 'Pay this amount' }).click()
  await expect(page.getByText('Received: $20.00.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay $29.00 in full' })).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Let it expire' }).click()
  await expect(page.getByText('This invoice has expired.')).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Pay $29.00 late' }).click()
  await expect(page.getByText('Received: $49.00.')).toBeVisible()
  await isAccessible(page)
  const receipts = async () =>
    (await mailsTo(request, email)).filter(({ links }) => links.some(isFile)).length
  await expect.poll(receipts, { timeout: 20_000 }).toBe(1)
})

const isFile = (link: string) => link.includes('/download#token=')

test('the Coinbase pages offer Pay, Decline and Cancel, accessible in each state', async ({ page }) => {
  const open = async () => {
    const { email } = newAccount()
    const opened = await page.request.post('/sandbox/pay/monad/crypto/open', {
      data: { email, provider: 'coinbase' },
      maxRedirects: 0,
    })
    await page.goto(opened.headers().location ?? '')
    await expect(page.getByText('49.00 USDC').first()).toBeVisible()
    await isAccessible(page)
    return page.url()
  }
  const first = await open()
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(page).toHaveURL(/\/payment\/cancel/)
  await page.goto(first)
  await page.getByRole('button', { name: 'Decline (Fail)' }).click()
  await page.goto(first)
  await expect(page.getByRole('heading', { name: 'This payment is declined' })).toBeVisible()
  await isAccessible(page)

  const second = await open()
  await page.getByText('More that can happen').click()
  await page.getByRole('button', { name: 'Pay, confirmed later' }).click()
  await page.goto(second)
  await isAccessible(page)
  await page.getByRole('button', { name: 'The network confirms it' }).click()
  await expect(page.getByText('This payment is complete.')).toBeVisible()

  await page.goto('/sandbox')
  await expect(page.getByRole('heading', { name: 'Coinbase checkouts' })).toBeVisible()
  await isAccessible(page)
})
