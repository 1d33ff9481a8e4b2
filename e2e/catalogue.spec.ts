import { readFile } from 'node:fs/promises'
import { clickHydrated, newAccount, registerByApi, sha256, startApp, watchConsole } from './testing/shop.ts'
import { expectSound } from './testing/sound.ts'
import { DEEP, expect, type Page, test } from './testing/test.ts'

const tiles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 })
const namesOn = async (page: Page) => (await tiles(page).allTextContents()).map((name) => name.trim())
const count = (page: Page, text: string) => expect(page.getByRole('status').getByText(text)).toBeVisible()
const filter = (page: Page, group: 'Category' | 'Type' | 'Network' | 'Language', name: string) =>
  page.getByRole('list', { name: group }).getByRole('link', { name: new RegExp(`^${name}`) })

/** Opens a page by client-side navigation, so that the browser itself requests its data. */
async function visit(page: Page, path: string) {
  await page.goto('/cancel')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`)
}

async function buyByApi(page: Page, baseURL: string | undefined, id: number, type = 'one-time') {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  const created = await page.request.post('/api/payment/create', {
    headers: { origin: baseURL ?? '' },
    data: {
      productId: id,
      provider: 'stripe',
      email: account.email,
      purchaseType: type,
      clientPaymentId: `visit-${account.email}`,
    },
  })
  const { url } = (await created.json()).data
  await page.request.post(`${new URL(url).pathname}/pay`, { maxRedirects: 0 })
  const ownedIds = async (): Promise<number[]> =>
    (await (await page.request.get('/api/my-products?limit=100')).json()).data.map(
      (product: { id: number }) => product.id,
    )
  await expect.poll(ownedIds, { timeout: 20_000 }).toContain(id)
}

test.describe('the catalogue', () => {
  test('finds as one types, without case and accents, and keeps the query in the address', async ({
    page,
  }) => {
    await page.goto('/products')
    await count(page, '14 products')
    const search = page.getByRole('searchbox', { name: 'Search scripts' })
    await search.pressSequentially('GÁS scroll')
    await expect(page).toHaveURL(/\/products\?q=G%C3%81S\+scroll$/)
    await expect(tiles(page)).toHaveText(['Scroll Session Planner'])
    await count(page, '1 product')
    await page.reload()
    await expect(search).toHaveValue('GÁS scroll')
    await expect(tiles(page)).toHaveText(['Scroll Session Planner'])
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(search).toBeFocused()
    await expect(page).toHaveURL(/\/products$/)
    await count(page, '14 products')
  })

  test('typing adds no history entry: one step back leaves the page', async ({ page }) => {
    await visit(page, '/products')
    await page.getByRole('searchbox').pressSequentially('monad')
    await expect(page).toHaveURL(/q=monad/)
    await page.goBack()
    await expect(page).toHaveURL(/\/cancel$/)
    await page.goForward()
    await expect(page.getByRole('searchbox')).toHaveValue('monad')
    await expect(tiles(page)).toHaveText(['Monad Testnet Farmer'])
  })

  test('text typed, and an order and a filter chosen before the code has loaded apply once it has', async ({
    page,
  }) => {
    await page.route('**/assets/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      await route.continue()
    })
    await page.goto('/products', { waitUntil: 'commit' })
    await page.getByRole('searchbox').pressSequentially('monad')
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Name')
    await filter(page, 'Category', 'Farming').click()
    await expect(tiles(page)).toHaveText(['Monad Testnet Farmer'])
    await expect(page).toHaveURL(/q=monad&sort=name&category=farming$/)
    await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('name')
  })

  test('is searched, sorted and narrowed without any script', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
    const page = await context.newPage()
    await page.goto('/products?type=one-time')
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Lowest price')
    await page.getByRole('searchbox').fill('planner')
    await page.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL(/type=one-time&q=planner&sort=price-up$/)
    await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('price-up')
    await filter(page, 'Network', 'Starknet').click()
    await expect(tiles(page)).toHaveText(['Starknet Account Planner'])
    await context.close()
  })

  // spec: route-products
  test('narrows by category, type, network and language, each with a history entry', async ({ page }) => {
    const complaints = watchConsole(page)
    await page.goto('/products')
    await filter(page, 'Category', 'Wallet').click()
    await expect(page).toHaveURL(/\?category=wallet$/)
    await count(page, '2 products')
    await filter(page, 'Type', 'Subscriptions').click()
    await expect(page).toHaveURL(/\?category=wallet&type=subscriptions$/)
    await expect(page.getByText('Nothing matches these filters')).toBeVisible()
    await page.goBack()
    await count(page, '2 products')
    await expect(filter(page, 'Category', 'Wallet')).toHaveAttribute('aria-current', 'true')
    await page.goBack()
    await count(page, '14 products')
    await filter(page, 'Type', 'Subscriptions').click()
    await count(page, '2 products')
    expect(await namesOn(page)).toEqual([expect.stringMatching(/^Premium/), 'Airdrop Eligibility Ledger'])
    await filter(page, 'Type', 'All').click()
    await expect(page).toHaveURL(/products$/)
    await page.getByRole('searchbox').fill('python')
    await filter(page, 'Network', 'Monad testnet').click()
    await expect(tiles(page)).toHaveText(['Monad Testnet Farmer'])
    await filter(page, 'Language', 'Node.js').click()
    await expect(page).toHaveURL(/\?q=python&network=monad\+testnet&language=javascript$/)
    await expect(page.getByText('Nothing matches “python”')).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await count(page, '14 products')
    expect(complaints).toEqual([])
  })

  test('keeps the search text when filters change, and clears everything at once', async ({ page }) => {
    await page.goto('/products?sort=name')
    await page.getByRole('searchbox').fill('planner')
    await clickHydrated(filter(page, 'Category', 'Analytics'))
    await expect(page).toHaveURL(/sort=name&q=planner&category=analytics/)
    await expect(page.getByText('Nothing matches “planner”')).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(/\/products\?sort=name$/)
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await count(page, '14 products')
  })

  test('sorts the products by price, with the plans first', async ({ page }) => {
    await page.goto('/products')
    const prices = async () =>
      (await page.locator('section[aria-labelledby="all-scripts"] li').allTextContents()).map((text) =>
        Number(/\$([\d.]+)/.exec(text)?.[1]),
      )
    for (const [label, address] of [
      ['Lowest price', /\?sort=price-up$/],
      ['Highest price', /\?sort=price-down$/],
    ] as const) {
      await page.getByRole('combobox', { name: 'Sort' }).selectOption(label)
      await expect(page).toHaveURL(address)
      const isSorted = (found: number[]) =>
        found.every(
          (price, at) =>
            at === 0 || (label.startsWith('Lowest') ? 1 : -1) * (price - (found[at - 1] ?? 0)) >= 0,
        )
      // The address changes before the list does.
      await expect.poll(async () => isSorted(await prices())).toBe(true)
      expect(await prices()).toHaveLength(12)
      expect((await namesOn(page))[0]).toMatch(/^Premium/)
    }
  })

  test('ignores unknown filters in the address', async ({ page }) => {
    const complaints = watchConsole(page)
    await page.goto('/products?category=toys&type=%00&sort=__proto__&page=7')
    await count(page, '14 products')
    expect(complaints).toEqual([])
  })

  test('shows an empty state, an error with a retry, and a loading state', async ({ page }) => {
    const empty = { status: 200, json: { success: true, data: [], nextCursor: null } }
    await page.route('**/api/products?*', (route) => route.fulfill(empty))
    await visit(page, '/products')
    await expect(page.getByText('No products available.')).toBeVisible()

    let down = true
    await page.unroute('**/api/products?*')
    await page.route('**/api/products?*', (route) =>
      down
        ? route.fulfill({ status: 503, json: { success: false, message: 'Down for a moment.' } })
        : route.continue(),
    )
    await visit(page, '/products')
    await expect(page.getByRole('alert')).toContainText('The scripts could not be loaded')
    await expect(page.getByRole('alert')).toContainText('Down for a moment.')
    down = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await count(page, '14 products')

    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.unroute('**/api/products?*')
    await page.route('**/api/products?*', async (route) => {
      await asked
      await route.continue()
    })
    await visit(page, '/products')
    await expect(page.getByText('Loading scripts')).toBeAttached()
    answer()
    await count(page, '14 products')
  })

  // spec: image-placeholder
  test('a picture that cannot be loaded is replaced by the drawn cover', async ({ page }) => {
    await page.route('**/api/products?*', async (route) => {
      const body = await (await route.fetch()).json()
      for (const product of body.data) product.imageUrl = '/images/gone.png'
      await route.fulfill({ json: body })
    })
    await visit(page, '/products')
    await count(page, '14 products')
    const covers = page.locator('section[aria-labelledby="all-scripts"] li svg.product-cover')
    for (const tile of await page.locator('section[aria-labelledby="all-scripts"] li').all())
      await tile.scrollIntoViewIfNeeded()
    await expect(covers).toHaveCount(12)
  })

  test('the button of a card starts a purchase, and the rest of the card opens the script’s page', async ({
    page,
  }) => {
    await page.goto('/products?q=starknet')
    const tile = page.getByRole('listitem').filter({ hasText: 'Starknet Account Planner' })
    await tile.click({ position: { x: 60, y: 60 } })
    await expect(page).toHaveURL(/\/products\/starknet$/)
    await page.goBack()
    await tile.getByRole('button', { name: 'Buy Now' }).click()
    await expect(page).toHaveURL(/\/auth/)
  })
})

test.describe('the page of a product', () => {
  test('shows a script’s facts, its file contents and its checksum, and sells it', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const complaints = watchConsole(page)
    const product = (await (await page.request.get('/api/products/monad')).json()).data
    await page.goto('/products/monad')
    await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByRole('term').filter({ hasText: 'Network' }).first()).toBeVisible()
    await expect(main.getByText('Python 3.9 or newer', { exact: true }).first()).toBeVisible()
    const run = page.getByRole('region', { name: 'A real run' })
    await expect(run).toContainText('python3 monad_farmer.py --config config.example.json')
    await expect(run.getByRole('row')).toHaveCount(13)
    await expect(run).toContainText('The first 12 of 68 rows.')
    await startApp(page)
    await run.getByRole('button', { name: 'Copy output' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(product.run.output)
    await run.getByRole('button', { name: 'Copy table' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^step,at,wallet,address,/)
    await expect(page.getByRole('region', { name: 'What it does not do' })).toContainText('It does not sign')
    await page.getByText('Read the README').click()
    await expect(page.getByRole('region', { name: 'README' })).toContainText('least time between two steps')
    // All of it is in the page before any script runs.
    const html = await (await page.request.get('/products/monad')).text()
    for (const text of ['main: 37 planned', 'claim-faucet', 'least time between two steps'])
      expect(html.split('id="page-state"')[0]).toContain(text)
    await expect(main.getByText('monad_farmer.py').first()).toBeVisible()
    await expect(main.getByText(`${product.contents.length} files`)).toBeVisible()
    await expect(main.getByText(product.sha256, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Copy SHA-256', exact: true }).click()
    await expect(page.getByText('Copied').filter({ visible: true }).first()).toBeVisible()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(product.sha256)
    for (const [system, command] of [
      ['macOS', `shasum -a 256 ${product.fileName}`],
      ['Linux', `sha256sum ${product.fileName}`],
      ['Windows', `Get-FileHash ${product.fileName}`],
    ] as const) {
      await page.getByRole('tab', { name: system }).click()
      await expect(page.getByRole('tabpanel').getByText(command)).toBeVisible()
    }
    for (const version of ['v1.2.0', 'v1.1.0', 'v1.0.0'])
      await expect(main.getByRole('heading', { name: version })).toBeVisible()
    const price = page.getByRole('complementary', { name: 'Price' })
    await expect(price).toContainText('3 months of updates')
    await expect(price).toContainText('2 devices on the same IP address')
    await expect(price).toContainText('7-day money-back guarantee')
    await expect(main.getByRole('heading', { name: 'Related scripts' })).toBeVisible()
    await price.getByRole('button', { name: 'Buy Now' }).click()
    await expect(page).toHaveURL(/\/auth/)
    expect(complaints).toEqual([])
  })

  test('shows what the script touches and does not do, and the scan’s findings with the code', async ({
    page,
  }) => {
    const complaints = watchConsole(page)
    await page.goto('/products/monad')
    const touches = page.getByRole('region', { name: 'What this script touches' })
    await expect(touches).toContainText('Any address that its settings name')
    await expect(touches).toContainText('Only the shop that is named in licence.json')
    await expect(touches).toContainText('Public addresses only')
    await expect(touches).toContainText('Starts no other program')
    await expect(touches).toContainText('nothing that is not declared')
    const report = page.getByRole('region', { name: 'Scan report' })
    await report.getByRole('button', { name: 'Show the scan report' }).click()
    await expect(report.getByText('lease.py:', { exact: false }).first()).toBeVisible()
    await expect(report.getByText('Declared', { exact: true }).first()).toBeVisible()
    await report.getByText('README.md', { exact: true }).click()
    await expect(report.getByRole('region', { name: 'The text of README.md' })).toContainText('Monad')
    await expectSound(page, 'a product with its scan report open')
    expect(complaints).toEqual([])
  })

  test('shows an owner two versions side by side', { tag: DEEP }, async ({ page, baseURL }) => {
    await buyByApi(page, baseURL, 1)
    await page.goto('/products/monad')
    const compare = page.getByRole('region', { name: 'Compare two versions' })
    await compare.getByRole('button', { name: 'Compare' }).click()
    const file = compare.getByText('monad_farmer.py', { exact: true })
    await expect(file).toBeVisible()
    await file.click()
    await expect(compare.getByText('+New in 1.2.0', { exact: false })).toBeVisible()
    await expectSound(page, 'a product with two versions compared')
  })

  test('shows the price and the terms of a subscription', async ({ page }) => {
    await page.goto('/products/eligibility-ledger')
    const price = page.getByRole('complementary', { name: 'Price' })
    await expect(price).toContainText('$9.99')
    await expect(price).toContainText('per month')
    await expect(price).toContainText('All updates while you subscribe')
    await expect(price).toContainText('Up to 5 devices at once')
    await expect(price.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible()
  })

  test('offers an owner the download instead of a purchase', async ({ page, baseURL }) => {
    await buyByApi(page, baseURL, 6)
    await page.goto('/products/scroll')
    const price = page.getByRole('complementary', { name: 'Price' })
    await expect(price).toContainText('You already own this')
    await expect(price).toContainText('Updates are included until')
    await expect(page.getByRole('button', { name: 'Buy Now' }).first()).toBeVisible()
    await expect(price.getByRole('button', { name: /Buy/ })).toHaveCount(0)
    const { sha256: hash } = (await (await page.request.get('/api/products/scroll')).json()).data
    const started = page.waitForEvent('download')
    await price.getByRole('link', { name: 'Download v1.0.0' }).click()
    expect(sha256(await readFile(await (await started).path()))).toBe(hash)
    await price.getByRole('link', { name: 'Go to dashboard' }).click()
    await expect(page).toHaveURL(/\/dashboard\?tab=products/)
    await page.goto('/products?q=scroll')
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Scroll Session' })
      .getByRole('link', { name: 'Open' })
      .click()
    await expect(page).toHaveURL(/\/dashboard\?tab=products/)
  })

  test('says that Premium includes it; Lifetime is still for sale', async ({ page, baseURL }) => {
    await buyByApi(page, baseURL, 2, 'subscription')
    await page.goto('/products/base')
    const price = page.getByRole('complementary', { name: 'Price' })
    await expect(price).toContainText('Included in your Premium plan')
    await expect(price.getByRole('link', { name: /^Download v/ })).toBeVisible()
    await price.getByRole('button', { name: 'Buy it to keep' }).click()
    await expect(page).toHaveURL(/\/checkout\?productId=7/)
    await page.goto('/products/lifetime')
    await expect(price.getByRole('button', { name: 'Buy Now' })).toBeVisible()
    await page.goto('/products')
    await expect(page.getByRole('main').getByRole('link', { name: 'Open' })).toHaveCount(13)
  })

  test('that does not exist says so and links to all scripts', async ({ page }) => {
    await visit(page, '/products/no-such-script')
    await expect(page.getByRole('heading', { level: 1, name: 'There is no such script' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'See all scripts' }).click()
    await expect(page).toHaveURL(/\/products$/)
  })

  test('that cannot be loaded shows an error and a retry', async ({ page }) => {
    let down = true
    await page.route('**/api/products/base', (route) =>
      down ? route.fulfill({ status: 500, json: { success: false, message: 'Not now.' } }) : route.continue(),
    )
    await page.goto('/products?q=base')
    await clickHydrated(page.getByRole('main').getByRole('link', { name: 'Base Streak Planner' }))
    await expect(page.getByRole('alert')).toContainText('This script could not be loaded')
    down = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Base Streak Planner' })).toBeVisible()
  })

  test('on a phone keeps the buy button in view, and the button covers nothing', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/products/monad')
    const button = page.getByRole('button', { name: 'Buy Now' }).last()
    const bar = page.locator('.sticky', { has: button })
    await expect(bar).toBeInViewport({ ratio: 1 })
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
    const footer = page.getByRole('contentinfo')
    await expect(footer).toBeInViewport()
    const [barBox, footerBox] = [await bar.boundingBox(), await footer.boundingBox()]
    expect((barBox?.y ?? 0) + (barBox?.height ?? 0)).toBeLessThanOrEqual((footerBox?.y ?? 0) + 1)

    // The focused element is above the bar.
    await page.evaluate('window.scrollTo(0, 0)')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').focus()
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab')
      const bottom = await page.evaluate<number>('document.activeElement.getBoundingClientRect().bottom')
      const top = (await bar.boundingBox())?.y ?? 0
      expect(bottom, `step ${step}`).toBeLessThanOrEqual(top + 1)
    }
  })
})

test.describe('the changelog', () => {
  test('lists releases by month, loads older ones, and leads to the products and the feed', async ({
    page,
  }) => {
    const complaints = watchConsole(page)
    const first = (await (await page.request.get('/api/releases?limit=100')).json()).data
    await page.goto('/changelog')
    const entries = page.getByRole('main').getByRole('heading', { level: 3 })
    await expect(entries).toHaveCount(20)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(entries).toHaveCount(first.length)
    await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
    expect(await entries.allTextContents()).toEqual(
      first.map(
        (entry: { product: { name: string }; version: string }) => `${entry.product.name}v${entry.version}`,
      ),
    )
    const feed = await page.getByRole('link', { name: 'Follow by feed' }).getAttribute('href')
    const answer = await page.request.get(feed ?? '')
    expect(answer.headers()['content-type']).toContain('application/atom+xml')
    const broken = await page.evaluate<number>(
      `new DOMParser().parseFromString(${JSON.stringify(await answer.text())}, 'text/xml').querySelectorAll('parsererror').length`,
    )
    expect(broken).toBe(0)
    await page.getByRole('main').getByRole('link', { name: 'Monad Testnet Farmer' }).first().click()
    await expect(page).toHaveURL(/\/products\/monad$/)
    expect(complaints).toEqual([])
  })

  test('shows an empty state, or an error with a retry', async ({ page }) => {
    const empty = { status: 200, json: { success: true, data: [], nextCursor: null } }
    await page.route('**/api/releases?*', (route) => route.fulfill(empty))
    await visit(page, '/changelog')
    await expect(page.getByText('No releases yet')).toBeVisible()
    await page.unroute('**/api/releases?*')
    await page.route('**/api/releases?*', (route) => route.abort())
    await visit(page, '/changelog')
    await expect(page.getByRole('alert')).toContainText('The changelog could not be loaded')
    await page.unroute('**/api/releases?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  })

  test('a failed older page keeps the loaded releases and can be retried', async ({ page }) => {
    await page.goto('/changelog')
    await page.route('**/api/releases?*cursor=*', (route) => route.abort())
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByRole('alert')).toContainText('Older releases could not be loaded')
    const entries = page.getByRole('main').getByRole('heading', { level: 3 })
    await expect(entries).toHaveCount(20)
    await page.unroute('**/api/releases?*cursor=*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(entries).not.toHaveCount(20)
  })
})

const LEGAL = {
  '/terms': 'Terms of service',
  '/privacy': 'Privacy',
  '/refund-policy': 'Refund policy',
  '/licence': 'Licence terms',
  '/about': 'About Windfall',
}

for (const [path, title] of Object.entries(LEGAL)) {
  test(`${path} has a heading, contents that link to its sections, working links, and dark text when printed`, async ({
    page,
  }) => {
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1, name: title })
    await expect(heading).toBeVisible()
    const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    const targets = await contents.evaluateAll((links) =>
      links.map((link) => link.getAttribute('href') ?? ''),
    )
    expect(targets.length).toBeGreaterThanOrEqual(5)
    for (const target of targets)
      await expect(page.locator(target).getByRole('heading').first()).toBeAttached()
    await contents.last().click()
    await expect(
      page
        .locator(targets.at(-1) ?? '')
        .getByRole('heading')
        .first(),
    ).toBeInViewport()

    const links = await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    const inside = links.filter((link) => link.startsWith('/'))
    expect(links.filter((link) => !/^(\/|#|mailto:.+@)/.test(link))).toEqual([])
    for (const link of new Set(inside)) {
      const answer = await page.request.get(link, { headers: { accept: 'text/html' } })
      expect(answer.status(), link).toBe(200)
    }

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden()
    await expect(heading).toHaveCSS('color', 'rgb(14, 26, 26)')
  })
}

test('a link to a section of another legal page scrolls to the section', async ({ page }) => {
  await page.goto('/terms')
  await page.getByRole('link', { name: 'risk statement' }).click()
  await expect(page).toHaveURL(/\/licence#risk$/)
  await expect(page.getByRole('heading', { name: 'Risk' })).toBeInViewport()
})
