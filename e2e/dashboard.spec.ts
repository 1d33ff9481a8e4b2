import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { noteToasts } from './testing/noted-toasts.ts'
import { type Account, buyByApi, newAccount, registerByApi, sha256 } from './testing/shop.ts'
import { expectSound, settled } from './testing/sound.ts'
import { DEEP, expect, type Page, type Route, test } from './testing/test.ts'

const TABS = ['Overview', 'All Scripts', 'Products', 'My Subscriptions', 'Referrals', 'Profile']

/** Registers an account, buys these products, and waits until each payment is completed. */
async function shopper(page: Page, baseURL: string | undefined, bought: number[] = []): Promise<Account> {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  for (const id of bought) {
    const payment = await buyByApi(page.request, baseURL, account, id, id === 2 ? 'subscription' : 'one-time')
    const status = async () => (await (await page.request.get(`/api/payment/${payment}`)).json()).data.status
    await expect.poll(status, { timeout: 20_000 }).toBe('completed')
  }
  return account
}

/** Blocks live messages: a late one about a purchase would reload a list that the test makes fail. */
const withoutLiveMessages = (page: Page) => page.routeWebSocket(/\/ws\?/, () => undefined)

const refuse = (route: Route) =>
  route.fulfill({ status: 503, json: { success: false, message: 'The shop is resting.' } })

/** Answers requests for the list at `path` with `data`. */
const answerWith = (page: Page, path: string, data: unknown) =>
  page.route(`**${path}*`, (route) => route.fulfill({ json: { success: true, data, nextCursor: null } }))

const card = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name })

// spec: dashboard-tabs
test('each tab has its address, opens by click and keyboard, and works with the back button', async ({
  page,
  baseURL,
}) => {
  await shopper(page, baseURL)
  await page.goto('/dashboard?tab=nothing-like-it')
  const selected = page.getByRole('tab', { selected: true })
  await expect(page.getByRole('tab')).toHaveText(TABS)
  await expect(selected).toHaveText('Overview')
  for (const [label, word] of [
    ['All Scripts', 'scripts'],
    ['Products', 'products'],
    ['My Subscriptions', 'subscriptions'],
    ['Referrals', 'referrals'],
    ['Profile', 'profile'],
  ] as const) {
    await page.getByRole('tab', { name: label }).click()
    await expect(page).toHaveURL(`/dashboard?tab=${word}`)
    await expect(selected).toHaveText(label)
  }
  await page.goBack()
  await expect(selected).toHaveText('Referrals')
  await page.getByRole('tab', { name: 'Referrals' }).press('ArrowLeft')
  await expect(selected).toHaveText('My Subscriptions')
  await page.reload()
  await expect(selected).toHaveText('My Subscriptions')
})

test('on a phone the tabs scroll in their row, the page does not, and the open tab is in sight', async ({
  page,
  baseURL,
}) => {
  await shopper(page, baseURL)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard?tab=profile')
  await expect(page.getByRole('tab', { name: 'Profile' })).toBeInViewport({ ratio: 0.95 })
  await expect(page.getByRole('tab', { name: 'Overview' })).not.toBeInViewport()
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /Browse all scripts/ }).click()
  await expect(page.getByRole('tab', { name: 'All Scripts' })).toBeInViewport({ ratio: 0.95 })
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
})

test('a tab’s code is fetched on hover, and its skeleton shows while it loads', async ({ page, baseURL }) => {
  await shopper(page, baseURL)
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/all-scripts-tab-*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/dashboard')
  const asked = page.waitForRequest('**/assets/all-scripts-tab-*.js')
  await page.getByRole('tab', { name: 'All Scripts' }).hover()
  await asked
  await page.getByRole('tab', { name: 'All Scripts' }).click()
  await expect(page.getByText('Loading scripts')).toBeAttached()
  gate.resolve()
  await expect(page.getByRole('heading', { name: 'Monad Testnet Farmer' })).toBeVisible()
})

/** Notes in the page whether it has ever shown this text. */
const noteTexts = (page: Page, text: string) =>
  page.addInitScript({
    content: `wasSeen = false
    new MutationObserver(() => { wasSeen ||= document.body?.innerText.includes('${text}') })
      .observe(document, { subtree: true, childList: true, characterData: true })`,
  })

// spec: dashboard-payment-complete, payment-complete-toast
test('payment=complete waits for the product, then shows one toast and is removed from the address', async ({
  page,
  baseURL,
}) => {
  const account = await shopper(page, baseURL)
  await noteToasts(page)
  const announced = async () =>
    (await page.evaluate<string[]>('notedToasts')).filter((text) => text.includes('Payment Complete!')).length
  await page.goto('/dashboard?tab=products&payment=complete')
  await expect(page.getByText('Waiting for your payment to be confirmed')).toBeVisible()
  await settled(page)
  expect(await announced()).toBe(0)
  await expect(page).toHaveURL('/dashboard?tab=products&payment=complete')

  await buyByApi(page.request, baseURL, account, 1)
  await expect(page.getByText('Payment Complete!', { exact: true })).toBeVisible()
  await expect(card(page, 'Monad Testnet Farmer').first()).toBeVisible()
  await expect(page).toHaveURL('/dashboard?tab=products')
  await expect(page.getByRole('main').getByText(`Logged in as ${account.username}`)).toBeVisible()
  expect(await announced()).toBe(1)

  // The same return once more, before a new payment is confirmed.
  await page.goto('/dashboard?tab=products&payment=complete')
  await expect(page.getByText('Waiting for your payment to be confirmed')).toBeVisible()
  await settled(page)
  await expect(page.getByText('Payment Complete!', { exact: true })).toHaveCount(0)
})

test('payment=complete says that the order is checked until the lists are there, not that a payment is missing', async ({
  page,
  baseURL,
}) => {
  const account = await shopper(page, baseURL)
  await buyByApi(page.request, baseURL, account, 1)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/my-products*', async (route) => {
    await released
    await route.continue()
  })
  await noteTexts(page, 'Waiting for your payment')
  await page.goto('/dashboard?payment=complete')
  await expect(page.getByText('Checking your order')).toBeVisible()
  release()
  await expect(page.getByText('Payment Complete!', { exact: true })).toBeVisible()
  expect(await page.evaluate('wasSeen')).toBe(false)
})

test.describe('the overview', () => {
  // spec: dashboard-quick-actions, lists-none
  test('of a new account shows empty states, and its quick actions open their pages', async ({
    page,
    baseURL,
  }) => {
    await shopper(page, baseURL)
    await page.goto('/dashboard')
    const main = page.getByRole('main')
    await expect(main.getByText('No products available.')).toBeVisible()
    await expect(main.getByText('No purchases found.')).toBeVisible()
    await expect(main.getByText('No notifications yet')).toBeVisible()
    const needs = main.getByRole('heading', { name: 'Needs your attention' }).locator('../..')
    await expect(needs.getByRole('listitem')).toHaveCount(1)
    await expect(needs.getByRole('region', { name: 'Confirm your email address' })).toContainText(
      'Open the link we sent to',
    )
    await expect(main.getByRole('link', { name: /^Buy Now/ })).toHaveCount(3)
    await expect(main.getByRole('link', { name: /Upgrade Account/ })).toHaveAttribute('href', '/pricing')
    await expect(main.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/#contact')
    for (const action of [/Download Files/, /Email Files/]) {
      await main.getByRole('link', { name: action }).click()
      await expect(page).toHaveURL('/dashboard?tab=products')
      await page.goBack()
    }
    await main
      .getByRole('link', { name: /^Buy Now/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/checkout\?productId=\d+&purchaseType=one-time/)
  })

  // spec: dashboard-overview, overview-limits
  test('shows the totals, three products and five purchases', async ({ page, baseURL }) => {
    await shopper(page, baseURL, [1, 3, 4, 5, 6, 7])
    await page.goto('/dashboard')
    const main = page.getByRole('main')
    await expect(main.getByText('Active products').locator('..')).toContainText('6')
    await expect(main.getByText('$300.00')).toBeVisible()
    await expect(main.getByRole('link', { name: /^Download (?!Files)/ })).toHaveCount(3 + 5)
    await expect(main.getByText('One-time · just now')).toHaveCount(5)
    await main.getByRole('button', { name: 'Show 1 more' }).click()
    await expect(main.getByText('One-time · just now')).toHaveCount(6)
    await main.getByRole('link', { name: /View all 6/ }).click()
    await expect(page).toHaveURL('/dashboard?tab=products')
  })

  // spec: dashboard-updates
  test('lists the shop’s latest releases, and shows no error if they cannot be loaded', async ({
    page,
    baseURL,
  }) => {
    await shopper(page, baseURL)
    const release = { product: { id: 1, slug: 'monad', name: 'Monad Testnet Farmer' }, version: '9.9.9' }
    await answerWith(page, '/api/releases', [
      { ...release, publishedAt: new Date().toISOString(), changelog: 'Retries a stuck step.' },
    ])
    await page.goto('/dashboard')
    const updates = page.getByRole('heading', { name: 'Latest Updates' }).locator('../..')
    await expect(updates.getByText('v9.9.9')).toBeVisible()
    await expect(updates.getByText('Retries a stuck step.')).toBeVisible()
    await expect(updates.getByRole('link', { name: 'Monad Testnet Farmer' })).toHaveAttribute(
      'href',
      '/products/monad',
    )
    const height = (await updates.boundingBox())?.height
    await page.unroute('**/api/releases*')
    await page.route('**/api/releases*', refuse)
    await page.reload()
    await expect(updates.getByText('Scripts are kept up to date')).toBeVisible()
    await expect(updates.getByRole('link', { name: 'Changelog' })).toHaveAttribute('href', '/changelog')
    expect((await updates.boundingBox())?.height).toBe(height)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('names the list that could not be loaded, and a retry loads it', async ({ page, baseURL }) => {
    await withoutLiveMessages(page)
    await shopper(page, baseURL, [1])
    await page.route('**/api/my-products*', refuse)
    await page.route('**/api/user/purchases*', refuse)
    await page.goto('/dashboard')
    const alerts = page.getByRole('alert')
    await expect(alerts).toHaveCount(2)
    await expect(alerts.first()).toContainText('Your products could not be loadedThe shop is resting.')
    await page.unrouteAll()
    await alerts.first().getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('link', { name: 'Download Monad Testnet Farmer' }).first()).toBeVisible()
    await expect(alerts).toHaveCount(1)
  })

  test('does not shift when its lists arrive', async ({ page, baseURL }) => {
    await shopper(page, baseURL, [1, 3, 4])
    for (const path of ['/api/my-products', '/api/user/purchases', '/api/releases']) {
      await page.route(`**${path}*`, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 400))
        await route.continue()
      })
    }
    await page.addInitScript({
      content: `globalThis.shifts = []
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) shifts.push(value)
        }).observe({ type: 'layout-shift', buffered: true })`,
    })
    await page.goto('/dashboard')
    await expect(page.getByRole('link', { name: 'Download Monad Testnet Farmer' }).first()).toBeVisible()
    await page.waitForTimeout(800)
    const shifted = await page.evaluate<number>('shifts.reduce((sum, one) => sum + one, 0)')
    expect(shifted).toBeLessThan(0.02)
  })
})

test.describe('All Scripts', () => {
  // spec: dashboard-all-scripts
  test('offers unowned scripts for sale and owned ones as downloads', async ({ page, baseURL }) => {
    await shopper(page, baseURL, [1])
    await page.goto('/dashboard?tab=scripts')
    const owned = card(page, 'Monad Testnet Farmer')
    await expect(owned.getByText('Available', { exact: true })).toBeVisible()
    await expect(owned.getByRole('link', { name: /^Download/ })).toHaveAttribute(
      'href',
      '/api/download/file/1',
    )
    await expect(owned.getByRole('link', { name: /Buy/ })).toHaveCount(0)
    await expect(owned.getByRole('link', { name: 'Monad Testnet Farmer', exact: true })).toHaveAttribute(
      'href',
      '/products/monad',
    )
    const once = card(page, 'Soneium Season Farmer')
    await expect(once.getByText('Available')).toHaveCount(0)
    await expect(once).toContainText('$39.00')
    await expect(once.getByRole('link', { name: /^Buy Now/ })).toHaveAttribute(
      'href',
      '/checkout?productId=3&purchaseType=one-time',
    )
    await expect(once.getByRole('link', { name: /^Subscribe/ })).toHaveAttribute(
      'href',
      '/checkout?productId=2&purchaseType=subscription',
    )
    await expect(page.getByRole('link', { name: /^Subscribe: Lifetime/ })).toHaveCount(0)
    await expect(
      card(page, 'Premium Subscription').getByRole('link', { name: /^Subscribe/ }),
    ).toHaveAttribute('href', '/checkout?productId=2&purchaseType=subscription')
    await expect(page.getByText('Available', { exact: true })).toHaveCount(1)
  })

  test('is searched, and a search that finds nothing can be cleared', async ({ page, baseURL }) => {
    await shopper(page, baseURL)
    await page.goto('/dashboard?tab=scripts')
    const cards = page.getByRole('main').getByRole('listitem')
    const box = page.getByRole('searchbox', { name: 'Search scripts' })
    await box.fill('SONEIUM farmer')
    await expect(cards).toHaveCount(1)
    await expect(page).toHaveURL(/q=SONEIUM/)
    await page.reload()
    await expect(box).toHaveValue('SONEIUM farmer')
    await box.fill('no such thing')
    await expect(page.getByText('No products available.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect.poll(() => cards.count()).toBeGreaterThan(10)
    await expect(page).toHaveURL('/dashboard?tab=scripts')
  })

  // spec: products-none
  test('says so when there is nothing, and when it could not be loaded', async ({ page, baseURL }) => {
    await shopper(page, baseURL)
    await answerWith(page, '/api/products', [])
    await page.goto('/dashboard?tab=scripts')
    await expect(page.getByText('No products available.')).toBeVisible()
    await page.unrouteAll()
    await page.route('**/api/products*', refuse)
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('The scripts could not be loaded')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(card(page, 'Soneium Season Farmer')).toBeVisible()
  })

  test('sells nothing while the owned products could not be loaded', async ({ page, baseURL }) => {
    await withoutLiveMessages(page)
    await shopper(page, baseURL, [1])
    await page.route('**/api/my-products*', refuse)
    await page.goto('/dashboard?tab=scripts')
    await expect(page.getByRole('alert')).toContainText('could not be loaded')
    await expect(card(page, 'Monad Testnet Farmer')).toContainText('$49.00')
    await expect(page.getByRole('link', { name: /Buy Now|Subscribe/ })).toHaveCount(0)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(card(page, 'Monad Testnet Farmer').getByText('Available')).toBeVisible()
  })
})

test.describe('Products', () => {
  // spec: dashboard-products
  test('are filtered; a script bought by a Premium subscriber is also listed as one-time, marked Bought', async ({
    page,
    baseURL,
  }) => {
    await shopper(page, baseURL, [1, 2])
    await page.goto('/dashboard?tab=products')
    const cards = page.getByRole('main').locator('li:has(h2)')
    await expect.poll(() => cards.count()).toBeGreaterThan(10)
    await expect(card(page, 'Monad Testnet Farmer').first()).toContainText('Included in Premium')
    await expect(card(page, 'Monad Testnet Farmer').first()).toContainText('Bought · updates until')
    await page.getByRole('tab', { name: /One-time/ }).click()
    await expect(page).toHaveURL(/show=one-time/)
    await expect(cards).toHaveCount(1)
    await expect(cards).toContainText('Monad Testnet Farmer')
    await page.getByRole('tab', { name: /Subscriptions \d/ }).click()
    await expect.poll(() => cards.count()).toBeGreaterThan(10)

    const box = page.getByRole('searchbox', { name: 'Search your products' })
    await box.fill('monad farmer')
    await expect(cards).toHaveCount(1)
    await expect(page).toHaveURL(/q=monad/)
    await box.fill('no such thing')
    await expect(page.getByText('None of your products matches “no such thing”.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('combobox', { name: 'Order' }).click()
    await page.getByRole('option', { name: 'Name' }).click()
    await expect(page).toHaveURL(/sort=name/)
    await expect(cards.first()).toContainText('Abstract Badge Planner')
  })

  test('100 of them are shown 20 at a time, and a link to one opens its page of the list and focuses it', async ({
    page,
    baseURL,
  }) => {
    await shopper(page, baseURL, [1])
    const { data } = await (await page.request.get('/api/my-products')).json()
    const many = Array.from({ length: 100 }, (_, index) => ({
      ...data[0],
      id: 1000 + index,
      name: `${String(index).padStart(3, '0')} ${'W'.repeat(index === 1 ? 300 : 1)}`,
    }))
    await answerWith(page, '/api/my-products', many)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/dashboard?tab=products')
    const cards = page.getByRole('main').locator('li:has(h2)')
    await expect(cards).toHaveCount(20)
    await page.getByRole('button', { name: 'Show 20 more' }).click()
    await expect(cards).toHaveCount(40)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await page.goto('/dashboard?tab=products#product-1045')
    await expect(cards).toHaveCount(60)
    await expect(page.locator('#product-1045')).toBeFocused()
  })

  // spec: product-card, product-card-limit
  test('show three features, the number of others, their file, a download link and an email button', async ({
    page,
    baseURL,
  }) => {
    await shopper(page, baseURL, [1])
    await page.goto('/dashboard?tab=products')
    const product = page.getByRole('main').locator('li:has(h2)')
    // Three features, the number of others, and the three steps to run it.
    await expect(product.locator('li')).toHaveCount(4 + 3)
    await expect(product.getByText(/^\+ 2 more features$/)).toBeVisible()
    await expect(product).toContainText(/v\d+\.\d+\.\d+ · [\d.]+ KB/)
    await expect(product.getByRole('button', { name: /^Email Script/ })).toBeVisible()
    await expect(product.getByRole('link', { name: /^README/ })).toHaveAttribute(
      'href',
      '/products/monad#readme',
    )
    const download = page.waitForEvent('download')
    await product.getByRole('link', { name: /^Download Script/ }).click()
    expect((await download).suggestedFilename()).toMatch(/monad.*\.zip$/)
  })

  test('download an older version, show the badge, the history, and send all files in one archive', {
    tag: DEEP,
  }, async ({ page, baseURL }) => {
    await shopper(page, baseURL, [1, 3])
    await page.goto('/dashboard?tab=products')
    const product = page.getByRole('main').locator('li:has(h2)', { hasText: 'Monad Testnet Farmer' })
    const history = page.getByRole('list', { name: 'Downloads' }).getByRole('listitem')
    await expect(page.getByText('No downloads yet.')).toBeVisible()
    await expect(page.getByText('New since your download')).toHaveCount(0)

    await product.getByRole('button', { name: /^All versions/ }).click()
    const versions = page.getByRole('menuitem')
    expect(await versions.count()).toBeGreaterThan(1)
    const version = (await versions.last().locator('span').first().textContent()) ?? ''
    const older = page.waitForEvent('download')
    await versions.last().click()
    await older
    await expect(history).toHaveCount(1)
    await expect(history).toContainText(`Monad Testnet Farmer ${version}`)
    await expect(history).toContainText('In your account')
    await expect(product.getByText('New since your download')).toBeVisible()
    await settled(page)
    await expectSound(page, 'dashboard products with downloads')

    const all = page.waitForEvent('download')
    await page.getByRole('link', { name: /^Download all \(2 files/ }).click()
    const archive = await all
    expect(archive.suggestedFilename()).toMatch(/^windfall-.*\.zip$/)
    const entries = unzipSync(await readFile(await archive.path()))
    const sums = Object.entries(entries)
      .filter(([name]) => !name.endsWith('.txt'))
      .map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`)
    expect(sums).toHaveLength(2)
    expect(new TextDecoder().decode(entries['SHA256SUMS.txt'])).toBe(sums.join(''))
    const { data } = await (await page.request.get('/api/my-products')).json()
    for (const one of data) expect(sums.join('')).toContain(one.sha256)
    await expect(history).toHaveCount(3)
    await expect(page.getByText('New since your download')).toHaveCount(0)
  })

  // spec: image-placeholder
  test('an image that cannot be loaded is replaced by the drawn cover', async ({ page, baseURL }) => {
    await shopper(page, baseURL, [1])
    const { data } = await (await page.request.get('/api/my-products')).json()
    await answerWith(page, '/api/my-products', [{ ...data[0], imageUrl: '/api/no-such-image.png' }])
    const failed = page.waitForResponse('**/api/no-such-image.png')
    await page.goto('/dashboard?tab=products')
    expect((await failed).status()).toBe(404)
    const product = page.getByRole('main').locator('li:has(h2)')
    await expect(product.locator('svg.product-cover')).toBeVisible()
    await expect(product.locator('img')).toHaveCount(0)
  })

  // spec: products-none
  test('say so when there are none, and when they could not be loaded', async ({ page, baseURL }) => {
    await withoutLiveMessages(page)
    await shopper(page, baseURL)
    await page.goto('/dashboard?tab=products')
    await expect(page.getByText('No products available.')).toBeVisible()
    await page.getByRole('link', { name: 'Browse scripts' }).click()
    await expect(page).toHaveURL('/dashboard?tab=scripts')
    await page.route('**/api/my-products*', refuse)
    await page.goto('/dashboard?tab=products')
    await expect(page.getByRole('alert')).toContainText('Your products could not be loaded')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('No products available.')).toBeVisible()
  })
})

test.describe('mailing a script', () => {
  const open = async (page: Page) => {
    await page.goto('/dashboard?tab=products')
    await page.getByRole('button', { name: /^Email Script/ }).click()
    return page.getByRole('dialog')
  }

  // spec: email-product-toasts
  test('starts with the account’s address, sends only once, and confirms that it was sent', async ({
    page,
    baseURL,
  }) => {
    const account = await shopper(page, baseURL, [1])
    const asked: unknown[] = []
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/email/product/1', async (route) => {
      asked.push(route.request().postDataJSON())
      await gate.promise
      await route.fulfill({ json: { success: true, message: 'It is on its way.' } })
    })
    const dialog = await open(page)
    const address = dialog.getByLabel('Email address')
    await expect(address).toHaveValue(account.email)
    await address.fill('not an address')
    await dialog.getByRole('button', { name: 'Send email' }).click()
    await expect(dialog.getByText('Invalid email address')).toBeVisible()
    await address.fill('other@buyer.example')
    await address.press('Enter')
    await expect(dialog.getByText('Sending...')).toBeVisible()
    await address.press('Enter')
    gate.resolve()
    await expect(page.getByText('Product Sent!', { exact: true })).toBeVisible()
    await expect(page.getByText('It is on its way.', { exact: true })).toBeVisible()
    await expect(dialog).toHaveCount(0)
    expect(asked).toEqual([{ email: 'other@buyer.example' }])
  })

  // spec: email-product-toasts
  test('shows the download link if the response has one', { tag: DEEP }, async ({ page, baseURL }) => {
    await shopper(page, baseURL, [1])
    const downloadLink = '/api/download/file/1?token=from-the-server'
    await page.route('**/api/email/product/1', (route) =>
      route.fulfill({ json: { success: true, message: 'Sent.', downloadLink } }),
    )
    await (await open(page)).getByRole('button', { name: 'Send email' }).click()
    await expect(page.getByText('Product Sent!', { exact: true })).toBeVisible()
    await expect(page.getByText('Download Ready', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Download', exact: true })).toHaveAttribute(
      'href',
      downloadLink,
    )
  })

  // spec: error-server-message
  test('a refusal shows the server’s message in a toast and in the dialog, and the address stays', async ({
    page,
    baseURL,
  }) => {
    const account = await shopper(page, baseURL, [1])
    await page.route('**/api/email/product/1', (route) =>
      route.fulfill({ status: 429, json: { success: false, message: 'Too many mails.' } }),
    )
    const dialog = await open(page)
    await dialog.getByRole('button', { name: 'Send email' }).click()
    await expect(page.locator('[data-tone=destructive]')).toContainText('ErrorToo many mails.')
    await expect(dialog).toContainText('Too many mails.')
    await expect(dialog.getByLabel('Email address')).toHaveValue(account.email)
  })

  // spec: email-product-rules, error-email-required
  test('a blank address cancels, and an account without an address is sent to the profile', async ({
    page,
    baseURL,
  }) => {
    await shopper(page, baseURL, [1])
    let asked = 0
    await page.route('**/api/email/product/1', (route) => {
      asked += 1
      return route.abort()
    })
    const dialog = await open(page)
    await dialog.getByLabel('Email address').fill('  ')
    await dialog.getByRole('button', { name: 'Send email' }).click()
    await expect(dialog).toHaveCount(0)
    expect(asked).toBe(0)

    const { data } = await (await page.request.get('/api/auth/me')).json()
    await page.route('**/api/auth/me', (route) =>
      route.fulfill({ json: { success: true, data: { ...data, email: '' } } }),
    )
    await page.reload()
    await page.getByRole('button', { name: /^Email Script/ }).click()
    await expect(page.getByText('Email required', { exact: true })).toBeVisible()
    await expect(
      page.getByText('Please update your profile with an email address first.', { exact: true }),
    ).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Open Profile' }).click()
    await expect(page).toHaveURL('/dashboard?tab=profile')
  })
})

test('the other tabs, the bell’s panel and the mail dialog are sound at every width in both themes', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  test.setTimeout(400_000)
  await shopper(page, baseURL, [1, 2])
  const bell = page.getByRole('button', { name: /^Notifications/ })
  const views: [string, (() => Promise<void>)?][] = [
    // pages.spec.ts checks the overview, Products and Profile.
    ['/dashboard?tab=scripts'],
    ['/dashboard?tab=subscriptions'],
    ['/dashboard?tab=referrals'],
    ['/dashboard', () => bell.click()],
    [
      '/dashboard?tab=products&show=one-time',
      () => page.getByRole('button', { name: /^Email Script/ }).click(),
    ],
  ]
  for (const [path, act] of views) {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await expect(page.getByRole('tab', { selected: true }).first()).toBeVisible()
    await settled(page)
    await act?.()
    if (act) await expect(page.getByRole('dialog')).toBeVisible()
    await expectSound(page, `${path} ${act ? 'opened' : ''}`)
  }
})
