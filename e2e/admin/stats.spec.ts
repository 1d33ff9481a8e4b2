import { readFileSync } from 'node:fs'
import { endShop, seededState, startShop, workerPort } from '../testing/own-shop.ts'
import {
  type Account,
  buyByApi,
  logInAsAdmin,
  newAccount,
  ownOrigin,
  registerByApi,
  watchConsole,
} from '../testing/shop.ts'
import { expectSound } from '../testing/sound.ts'
import { type APIRequestContext, DEEP, expect, type Page, test } from '../testing/test.ts'

/** Figures cover the whole shop, so these tests start their own. */
const port = workerPort(2)
const baseURL = `http://localhost:${port}`
const STATS = '/secure-management/admin-dashboard?tab=stats'

test.use({ baseURL, contextOptions: { reducedMotion: 'reduce' } })
test.describe.configure({ mode: 'serial' })

let shop: Awaited<ReturnType<typeof startShop>> | undefined
test.beforeAll(async () => {
  test.setTimeout(240_000)
  shop = await startShop(port, seededState('stats'))
})
test.afterAll(async () => {
  if (shop) await endShop(shop.process, 'SIGTERM')
})

const today = () => new Date().toISOString().slice(0, 10)

async function paid(request: APIRequestContext, id: number) {
  const status = async () => (await (await request.get(`/api/payment/${id}`)).json()).data.status
  await expect.poll(status, { timeout: 20_000 }).toBe('completed')
  return id
}

/** Buys a script for $49.00 and a month of Premium for $29.99. Then $10 of the script are refunded. */
async function trade(request: APIRequestContext): Promise<Account> {
  const buyer = newAccount()
  await registerByApi(request, baseURL, buyer)
  const script = await paid(request, await buyByApi(request, baseURL, buyer, 1))
  await paid(request, await buyByApi(request, baseURL, buyer, 2, 'subscription'))
  await logInAsAdmin(request, baseURL)
  const refund = await request.post(`/api/secure-management/payments/${script}/refund`, {
    data: { amount: 10, reason: 'As the buyer asked' },
    headers: ownOrigin(baseURL),
  })
  expect(refund.status(), await refund.text()).toBe(200)
  const refunded = async () =>
    (await (await request.get('/api/secure-management/stats?range=today')).json()).data.current.refunded
  await expect.poll(refunded, { timeout: 20_000 }).toBe(10)
  return buyer
}

let traded: Promise<Account> | undefined
/** The trade that every test of this file counts on, made by the first one that runs. */
const tradeOnce = (request: APIRequestContext) => (traded ??= trade(request))

const figure = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const picker = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** Downloads a CSV. Returns its name and its records, whose cells must contain no quotes. */
async function csv(page: Page, link: ReturnType<Page['getByRole']>) {
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  const text = readFileSync(await file.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const [head = [], ...rows] = text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return {
    name: file.suggestedFilename(),
    rows: rows.map((row) => Object.fromEntries(head.map((key, index) => [key, row[index] ?? '']))),
  }
}

// spec: stats-growth
test('a shop without sales says so and shows no growth figure', { tag: DEEP }, async ({ page }) => {
  await logInAsAdmin(page.request, baseURL)
  await page.goto(STATS)
  await expect(page.getByText('No sales in this period.')).toBeVisible()
  await expect(figure(page, 'Revenue')).toContainText('$0.00')
  await expect(figure(page, 'Conversion')).toContainText('–')
  await expect(figure(page, 'Revenue')).not.toContainText('%')
  await expect(page.getByText(/Infinity|NaN/)).toHaveCount(0)
})

// spec: stats-growth
test('purchases and refunds show in the figures, charts, their tables and top products', async ({
  page,
  request,
}) => {
  const complaints = watchConsole(page)
  await tradeOnce(request)
  await logInAsAdmin(page.request, baseURL)
  await page.goto(`${STATS}&range=today`)
  const shows = (name: string, ...texts: string[]) =>
    Promise.all(texts.map((text) => expect(figure(page, name)).toContainText(text)))
  await shows('Revenue', '$68.99', 'Before: $0.00')
  await shows('Orders', '2', 'Before: 0')
  await shows('Captured', '$78.99')
  await shows('Average order', '$39.50')
  await shows('Monthly recurring revenue', '$29.99')
  await shows('Refund rate', '12.7%', '1 refund, $10.00')
  await shows('Conversion', '100%', '2 of 2 checkouts paid')
  await shows('New customers', '1')
  await shows('Active subscriptions', '1')
  await shows('Churn', '–')
  const products = page.getByRole('table', { name: 'Top products' }).getByRole('row')
  await expect(products).toHaveCount(3)
  await expect(products.nth(1)).toContainText(/Monad Testnet Farmer.*1.*\$39\.00/)
  await expect(products.nth(2)).toContainText(/Premium.*1.*\$29\.99/)
  await expect(products.nth(1).getByRole('link')).toHaveAttribute('href', /tab=products&product=1$/)

  // The shop keeps no hourly figures: the chart of one day shows the six days before it too.
  const chart = page.getByRole('figure', { name: 'Revenue per day' })
  await expect(chart.getByRole('application')).toBeVisible()
  await chart.getByText('Show as table').click()
  const rows = chart.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(8)
  await expect(rows.nth(1)).toContainText(/\$68\.99\$0\.00$/)
  // The arrow keys move from day to day.
  await chart.getByRole('application').focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await expect(chart.getByText(/^\d+ \w{3} \d{4}: /).first()).toBeVisible()
  expect(complaints).toEqual([])
})

// spec: stats-days
test('the range of days is kept in the address, through a reload and the back button, and is validated', {
  tag: DEEP,
}, async ({ page }) => {
  await logInAsAdmin(page.request, baseURL)
  await page.goto(STATS)
  await expect(picker(page, '30 days')).toHaveAttribute('aria-selected', 'true')
  await picker(page, '7 days').click()
  await expect(page).toHaveURL(/tab=stats&range=7d$/)
  const table = page.getByRole('figure', { name: 'Orders per day' })
  await table.getByText('Show as table').click()
  await expect(table.getByRole('row')).toHaveCount(8)
  await page.reload()
  await expect(picker(page, '7 days')).toHaveAttribute('aria-selected', 'true')
  await picker(page, 'Custom').click()
  await expect(page).toHaveURL(new RegExp(`range=custom&from=\\d{4}-\\d\\d-\\d\\d&to=${today()}$`))
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('2026-01-01')
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('2025-12-01')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('The last day must not be before the first.')).toBeVisible()
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('2024-01-01')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('A range has at most 366 days.')).toBeVisible()
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('2025-11-01')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(/range=custom&from=2025-11-01&to=2025-12-01$/)
  await expect(
    page.getByText('1 Nov 2025 – 1 Dec 2025, compared with 1 Oct 2025 – 31 Oct 2025.'),
  ).toBeVisible()
  await expect(figure(page, 'Revenue')).toContainText('$0.00')
  await page.goBack()
  await page.goBack()
  await expect(picker(page, '7 days')).toHaveAttribute('aria-selected', 'true')
})

// spec: csv-exports
test('the CSV of days matches the screen, and the CSV of orders has every order', { tag: DEEP }, async ({
  page,
}) => {
  await tradeOnce(page.request)
  await logInAsAdmin(page.request, baseURL)
  await page.goto(`${STATS}&range=7d`)
  await expect(figure(page, 'Revenue')).toContainText('$68.99')
  const stats = await csv(page, page.getByRole('link', { name: 'Export CSV' }))
  expect(stats.name).toBe(`windfall-stats-${today()}.csv`)
  expect(stats.rows).toHaveLength(7)
  expect(stats.rows.at(-1)).toMatchObject({
    date: today(),
    revenue: '68.99',
    gross: '78.99',
    refunded: '10.00',
    orders: '2',
    mrr: '29.99',
  })
  const answer = await page.request.get('/api/secure-management/exports/orders.csv')
  const lines = (await answer.text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(
    ',partially_refunded,one-time,1,Monad Testnet Farmer,usd,49.00,0.00,49.00,10.00,',
  )
})

test('stats that cannot be loaded show an error, and a retry loads them', { tag: DEEP }, async ({ page }) => {
  await tradeOnce(page.request)
  await logInAsAdmin(page.request, baseURL)
  let failing = true
  await page.route('**/api/secure-management/stats?*', (route) =>
    failing
      ? route.fulfill({ status: 500, json: { success: false, message: 'Not now.' } })
      : route.continue(),
  )
  await page.goto(STATS)
  await expect(page.getByRole('alert')).toContainText('The stats could not be loadedNot now.')
  failing = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(figure(page, 'Revenue')).toContainText('$68.99')
})

// spec: stats-charts
test('the stats are sound at every width, in both themes', { tag: DEEP }, async ({ page }) => {
  test.setTimeout(240_000)
  await tradeOnce(page.request)
  await logInAsAdmin(page.request, baseURL)
  await page.goto(`${STATS}&range=custom&from=${today()}&to=${today()}`)
  await expect(figure(page, 'Revenue')).toContainText('$68.99')
  for (const summary of await page.getByText('Show as table').all()) await summary.click()
  await expect(page.getByRole('table')).toHaveCount(4)
  await expectSound(page, 'stats')
})
