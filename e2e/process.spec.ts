import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { endShop, seededState, startShop, workerPort } from './testing/own-shop.ts'
import { newAccount, receiptsTo, registerByApi, setFaults } from './testing/shop.ts'
import { DEEP, expect, test } from './testing/test.ts'

const port = workerPort(1)
const baseURL = `http://localhost:${port}`

test.use({ baseURL })

/** The time at which each step of a start was last done: each step writes a marker file. */
const preparedAt = (stateDir: string) =>
  ['node_modules/.installed', 'dist/.built-from', `${stateDir}/.migrated`, `${stateDir}/.seeded`].map(
    (marker) => statSync(marker).mtimeMs,
  )

test('a shop killed between payment and webhook settles the payment once after a restart, and its open page reconnects', {
  tag: DEEP,
}, async ({ page, shop: other }) => {
  test.setTimeout(180_000)
  const { request } = page
  const stateDir = seededState('process')
  const first = await startShop(port, stateDir)
  const prepared = preparedAt(stateDir)
  const account = newAccount()
  await registerByApi(request, baseURL, account)
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(main.getByText('Live', { exact: true })).toBeVisible()
  await setFaults(request, { delayMs: 4000 })
  const created = await request.post('/api/payment/create', {
    headers: { origin: baseURL },
    data: {
      productId: 1,
      provider: 'stripe',
      email: account.email,
      clientPaymentId: `visit-${account.username}`,
      purchaseType: 'one-time',
    },
  })
  const { id, url } = (await created.json()).data
  const paid = await request.post(`${new URL(url).pathname}/pay`, { maxRedirects: 0 })
  expect(paid.status()).toBe(303)
  await endShop(first.process, 'SIGKILL')
  await expect(main.getByText('Reconnecting...', { exact: true })).toBeVisible()
  await expect(main.getByText('No notifications yet')).toBeVisible()

  const second = await startShop(port, stateDir)
  // Nothing changed since: no install, no build, no migration, no seeding.
  expect(preparedAt(stateDir)).toEqual(prepared)
  const purchases = async () => (await (await request.get('/api/user/purchases')).json()).data
  // Not by GET /api/payment/{id}, which would settle the payment: the late webhook or the sweep must do that.
  await expect.poll(async () => (await purchases()).length, { timeout: 30_000 }).toBe(1)
  expect((await purchases())[0]).toMatchObject({ id, status: 'completed' })
  await expect
    .poll(async () => (await receiptsTo(request, account.email)).length, { timeout: 30_000 })
    .toBe(1)
  expect((await request.get('/api/download/file/1')).status()).toBe(200)
  // The page was not reloaded.
  await expect(main.getByText('Live', { exact: true })).toBeVisible({ timeout: 40_000 })
  await expect(main.getByText('Monad Testnet Farmer is ready to download.')).toHaveCount(1)
  await expect(main.getByText('Active products').locator('..')).toContainText('1')
  await expect(page.getByRole('link', { name: 'Download Monad Testnet Farmer' }).first()).toBeVisible()

  // Both shops run. Each has its own data, and its own address in its mails.
  expect((await request.get(`${other}/api/health`)).status()).toBe(200)
  expect((await receiptsTo(request, account.email))[0]?.links[0]).toContain(baseURL)
  expect(await (await request.get(`${other}/sandbox/mail.json?to=${account.email}`)).json()).toEqual([])

  await endShop(second.process, 'SIGTERM')
  const third = await startShop(port, stateDir)
  expect((await purchases()).length).toBe(1)
  expect((await receiptsTo(request, account.email)).length).toBe(1)
  await endShop(third.process, 'SIGTERM')
})

test('a shop that is restarted after 40 days runs the daily and monthly jobs that it missed', {
  tag: DEEP,
}, async ({ request }) => {
  test.setTimeout(120_000)
  const stateDir = seededState('crons')
  writeFileSync(`${stateDir}/.crons-fired`, String(Date.now() - 40 * 24 * 3600 * 1000))
  const { process: shop } = await startShop(port, stateDir)
  const cron = async () => (await (await request.get('/api/health')).json()).data.cron
  await expect.poll(async () => (await cron()).daily.completedSecondsAgo, { timeout: 60_000 }).not.toBeNull()
  await expect
    .poll(async () => (await cron()).payouts.completedSecondsAgo, { timeout: 60_000 })
    .not.toBeNull()
  await endShop(shop, 'SIGTERM')
})

test('the start scripts import only modules of Node.js and each other', () => {
  for (const file of [
    'scripts/start.mjs',
    'scripts/test.mjs',
    'scripts/prepare.mjs',
    'scripts/chromium.mjs',
  ]) {
    const imports = [...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)].map((match) => match[1])
    expect(imports.filter((name) => !name?.startsWith('node:') && !name?.startsWith('./'))).toEqual([])
  }
})
