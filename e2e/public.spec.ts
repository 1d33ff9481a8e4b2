import { weighPage } from '../bench/weigh-page.ts'
import { changeTables } from './testing/own-shop.ts'
import {
  clickHydrated,
  movePointer,
  newAccount,
  registerByApi,
  registerOn,
  startApp,
  watchConsole,
} from './testing/shop.ts'
import { settled } from './testing/sound.ts'
import { type Browser, DEEP, expect, type Page, test } from './testing/test.ts'

/** Every public page, with texts that the page shows before any script runs. */
const PAGES = {
  '/': ['Airdrop farming, planned automatically', 'Monad Testnet Farmer', '$49.00', '$29.99', '$299.99'],
  '/pricing': ['Flexible Pricing Plans', '$29.99', '$299.99', 'How do I cancel?'],
  '/products': ['Monad Testnet Farmer', '$49.00', 'Wallet Health Checker', 'Premium Subscription'],
  '/products/monad': ['Monad Testnet Farmer', '$49.00', 'SHA-256', 'Python 3.9 or newer'],
  '/changelog': ['Changelog', 'Monad Testnet Farmer', 'First release.'],
  '/terms': ['Terms of service'],
  '/privacy': ['Privacy'],
  '/refund-policy': ['Refund policy'],
  '/licence': ['Licence terms'],
  '/about': ['About'],
  '/verify': ['Check a file', 'verify.py'],
  '/log': ['Public log', 'Root hash', 'SHA-256', 'was published.'],
  '/log/entry/0': ['Log entry 0', 'Leaf hash', 'key-add'],
  '/auth': ['Username or email'],
  '/forgot-password': ['Forgot your password?'],
}
const UNLISTED = ['/auth', '/forgot-password', '/log/entry/0']
/** The login in place of a checkout. Its toast goes away, so it is not among the pages that stay as they are. */
const CHECKOUTS = {
  '/checkout?productId=1': [
    ...['Create your account', 'Monad Testnet Farmer', '$49.00', 'Buy without an account'],
    ...['Confirm password', 'Authentication Required'],
  ],
  '/checkout?productId=2&purchaseType=subscription': ['$29.99', 'Subscribe without an account'],
}
const listed = Object.keys(PAGES).filter((path) => !UNLISTED.includes(path))

async function withoutScripts<Result>(
  browser: Browser,
  baseURL: string | undefined,
  read: (page: Page) => Promise<Result>,
) {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  try {
    return await read(await context.newPage())
  } finally {
    await context.close()
  }
}

type Head = {
  title: string
  metas: Record<string, string>
  canonical: string
  jsonLd: Record<string, unknown>[]
}

async function headOf(page: Page): Promise<Head> {
  const attribute = (selector: string, name: string) => page.locator(selector).getAttribute(name)
  const metas: Record<string, string> = {}
  for (const meta of await page.locator('meta[name], meta[property]').all()) {
    const name = (await meta.getAttribute('name')) ?? (await meta.getAttribute('property')) ?? ''
    metas[name] = (await meta.getAttribute('content')) ?? ''
  }
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  return {
    title: await page.title(),
    metas,
    canonical: (await page.locator('link[rel=canonical]').count())
      ? ((await attribute('link[rel=canonical]', 'href')) ?? '')
      : '',
    jsonLd: blocks.flatMap((block) => JSON.parse(block)['@graph']),
  }
}

// spec: route-landing
test('every public page shows its content with scripts off', async ({ browser, baseURL }) => {
  await withoutScripts(browser, baseURL, async (page) => {
    for (const [path, texts] of Object.entries({ ...PAGES, ...CHECKOUTS })) {
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(200)
      for (const text of texts) await expect(page.getByRole('main'), path).toContainText(text)
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    }
  })
})

test('with scripts off the menu of a phone leads to a section, and the command at /verify names the shop', async ({
  browser,
  baseURL,
}) => {
  await withoutScripts(browser, baseURL, async (page) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
    await expect(page.locator('#pricing')).toBeInViewport()
    await page.goto('/verify')
    await expect(page.getByRole('main')).toContainText(`curl -O ${baseURL}/verify.py`)
  })
})

test('a form, and a private page in place of its skeleton, says with scripts off that it needs them', async ({
  browser,
  baseURL,
}) => {
  await withoutScripts(browser, baseURL, async (page) => {
    const note = page.getByRole('main').locator('noscript')
    for (const path of ['/products/monad', '/find-purchase', '/verify', '/auth']) {
      await page.goto(path)
      await expect(note, path).toBeVisible()
    }
    for (const path of ['/download', '/dashboard', '/success', '/withdraw']) {
      await page.goto(path)
      await expect(note, path).toBeVisible()
      await expect(page.locator('main > :not(noscript):visible'), path).toHaveCount(0)
    }
  })
})

test('every listed page has its own title, description and address, and the tags for link previews', async ({
  browser,
  baseURL,
  request,
}) => {
  const heads = await withoutScripts(browser, baseURL, async (page) => {
    const found: [string, Head][] = []
    for (const path of listed) {
      await page.goto(`${path}?utm_source=mail`)
      found.push([path, await headOf(page)])
    }
    return found
  })
  for (const [path, { title, metas, canonical }] of heads) {
    expect(title, path).toContain('Windfall')
    expect(metas.description?.length, path).toBeGreaterThan(20)
    expect(metas.description?.length, path).toBeLessThanOrEqual(160)
    expect(canonical).toBe(`${baseURL}${path}`)
    expect(metas['og:url']).toBe(canonical)
    expect(metas['og:title']).toBe(title)
    expect(metas['og:description']).toBe(metas.description)
    expect(metas['twitter:card']).toBe('summary_large_image')
    expect(metas.robots, path).toBeUndefined()
    const picture = await request.get(metas['og:image'] ?? '')
    expect(picture.status(), path).toBe(200)
    expect(picture.headers()['content-type']).toContain('image/')
    // A product has a picture of its own, which is kept until its name or price changes.
    const isOwn = /\/preview\/[a-z-]+\.png\?v=/.test(metas['og:image'] ?? '')
    expect(isOwn, path).toBe(path.startsWith('/products/'))
    if (isOwn) expect(picture.headers()['cache-control']).toContain('immutable')
  }
  for (const part of ['title', 'canonical'] as const) {
    expect(new Set(heads.map(([, head]) => head[part])).size, part).toBe(listed.length)
  }
  expect(new Set(heads.map(([, { metas }]) => metas.description)).size).toBe(listed.length)
})

test('private and unknown pages are not indexed', async ({ request }) => {
  const accept = { accept: 'text/html' }
  const checkouts = ['/checkout', ...Object.keys(CHECKOUTS)]
  for (const path of [...UNLISTED, ...checkouts, '/dashboard', '/success', '/nothing', '/products/nothing']) {
    const answer = await request.get(path, { headers: accept })
    expect(answer.headers()['x-robots-tag'], path).toBe('noindex')
  }
  expect((await request.get('/', { headers: accept })).headers()['x-robots-tag']).toBeUndefined()
})

test('pages describe themselves with schema.org data', async ({ browser, baseURL }) => {
  await withoutScripts(browser, baseURL, async (page) => {
    await page.goto('/')
    const shop = await headOf(page)
    expect(shop.jsonLd.map((thing) => thing['@type'])).toEqual(
      expect.arrayContaining(['Organization', 'WebSite', 'FAQPage']),
    )

    await page.goto('/products')
    const list = (await headOf(page)).jsonLd.find((thing) => thing['@type'] === 'ItemList')
    expect(JSON.stringify(list)).toContain(`${baseURL}/products/monad`)

    await page.goto('/products/monad')
    const { jsonLd, metas } = await headOf(page)
    expect(metas['og:type']).toBe('product')
    expect(jsonLd.find((thing) => thing['@type'] === 'Product')).toMatchObject({
      name: 'Monad Testnet Farmer',
      sku: 'monad',
      image: expect.stringContaining('http'),
      offers: { price: '49.00', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    })
    expect(jsonLd.map((thing) => thing['@type'])).toContain('BreadcrumbList')
  })
})

test('an unknown product shows a 404 page, before and after the app starts', async ({ page }) => {
  const complaints = watchConsole(page)
  const answer = await page.goto('/products/no-such-script')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await settled(page)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  expect(complaints.filter((text) => !text.includes('status of 404'))).toEqual([])
})

test('the sitemap lists every product and every listed page, and each address answers 200', async ({
  request,
  baseURL,
}) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  const sitemap = await request.get('/sitemap.xml')
  expect(sitemap.headers()['content-type']).toContain('application/xml')
  const addresses = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    (match) => match[1] ?? '',
  )
  const { data } = (await (await request.get('/api/products?limit=100')).json()) as {
    data: { slug: string }[]
  }
  const wanted = [
    ...listed.filter((path) => path !== '/products/monad'),
    ...data.map(({ slug }) => `/products/${slug}`),
  ]
  expect(addresses.sort()).toEqual(wanted.map((path) => baseURL + path).sort())
  for (const address of addresses) {
    expect((await request.get(address, { headers: { accept: 'text/html' } })).status(), address).toBe(200)
  }
})

test('hydration leaves every page unchanged, without console errors or warnings', { tag: DEEP }, async ({
  page,
}) => {
  const complaints = watchConsole(page)
  // /verify says when it has read the log, which is no part of hydration.
  await page.route('**/log/{vkey,checkpoint}', () => undefined)
  // The reader's form of dates differs from the shop's own in this one month.
  const snapshot = async () => (await page.getByRole('main').ariaSnapshot()).replaceAll(' Sept ', ' Sep ')
  for (const path of Object.keys(PAGES)) {
    await page.goto(path)
    const before = await snapshot()
    await startApp(page)
    expect(await snapshot(), path).toBe(before)
  }
  expect(complaints).toEqual([])
})

test('title, description and canonical address change with each navigation', async ({ page, baseURL }) => {
  await page.goto('/')
  await clickHydrated(page.getByRole('banner').getByRole('link', { name: 'Login' }))
  await expect(page).toHaveURL(/\/auth/)
  await expect(page).toHaveTitle(/^Login or register/)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/auth`)
  await page.goBack()
  await expect(page).toHaveTitle(/airdrop automation scripts/)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/`)
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /private key/)
})

for (const width of [390, 1440]) {
  test(`the landing page at ${width} px stays in its size budget and does not shift`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const weigh = weighPage(page)
    await page.goto('/')
    const before = await weigh()
    expect(before.script).toBeLessThanOrEqual(5000)
    expect(before.css).toBeLessThanOrEqual(20_000)
    expect(before.css).toBeGreaterThan(0)
    expect(before.shift).toBe(0)
    await movePointer(page)
    await page.mouse.wheel(0, 1200)
    await page.getByText('Which networks are supported?').click()
    await page.getByLabel('First name').click()
    expect((await weigh()).script, 'reading loads no code, nor does a field without text').toBe(before.script)
    await page.getByRole('button', { name: 'Buy Now' }).first().hover()
    const after = await weigh()
    expect(after.script, 'the whole app of the page').toBeGreaterThan(100_000)
    expect(after.script).toBeLessThanOrEqual(170_500)
    expect(after.shift, 'nor when the app takes over').toBe(0)
  })
}

test('the landing page’s menu, theme and active section work before the app, and stay as they are when it starts', async ({
  page,
}) => {
  const complaints = watchConsole(page)
  await page.setViewportSize({ width: 390, height: 800 })
  let scripts = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts += 1
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Theme: System' }).click()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'FAQ' }).click()
  await expect(menu).toBeHidden()
  await expect(page.locator('#faq')).toBeInViewport()
  const active = page.getByRole('banner').locator('[aria-current=location]')
  await expect(active).toHaveText('FAQ')
  expect(scripts).toBe(0)
  await startApp(page)
  await expect(active).toHaveText('FAQ')
  await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
  await expect(active).toHaveCount(0)
  await page.getByRole('button', { name: 'Theme: Dark' }).click()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(complaints).toEqual([])
})

/** Holds the app's code back until the returned function is called. */
async function withheldApp(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('a button pressed before the app has loaded works once it has loaded', async ({ page }) => {
  const release = await withheldApp(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await expect(page).toHaveURL(/\/$/)
  release()
  await expect(page).toHaveURL(/\/auth/)
})

test('a form sent before the app has loaded is checked later, with its values', async ({ page }) => {
  const release = await withheldApp(page)
  await page.goto('/')
  await page.getByLabel('First name').fill('Ada')
  await page.getByRole('button', { name: 'Send message' }).click()
  release()
  await expect(page.getByText('Last name is required')).toBeVisible()
  await expect(page.getByText('First name is required')).toBeHidden()
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
})

test('the way to pay that was chosen last before the app has loaded stays chosen', async ({ page }) => {
  const release = await withheldApp(page)
  await page.goto('/')
  const crypto = page.getByRole('radio', { name: 'Cryptocurrency' })
  for (const choice of [crypto, page.getByRole('radio', { name: 'Credit/Debit Card' }), crypto])
    await choice.check()
  release()
  await startApp(page)
  await expect(crypto).toBeChecked()
})

test('a button that a text typed before the app removes is not pressed once it has loaded, nor another of its name', async ({
  page,
}) => {
  const release = await withheldApp(page)
  await page.goto('/products')
  await page.evaluate(`pressed = []
    document.getElementById('root').addEventListener('click', ({ target }) => pressed.push(target.closest('li').innerText))`)
  await page.getByRole('searchbox').fill('soneium')
  const tiles = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Buy Now' }) })
  const monad = tiles.filter({ hasText: 'Monad Testnet Farmer' })
  await monad.getByRole('button').click()
  release()
  await startApp(page)
  expect(await page.evaluate('pressed')).toEqual([])
  await expect(monad).toHaveCount(0)
  await expect(tiles).not.toHaveCount(0)
})

test('a click event without pointer, key or focus works too, as from voice control', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Buy Now' }).first().dispatchEvent('click')
  await expect(page).toHaveURL(/\/auth/)
})

test('actions before the app has loaded run once it has: a login, a tab, a message; the page does not scroll', async ({
  page,
}) => {
  let release = () => undefined as undefined
  const hold = async () => {
    const released = new Promise<void>((resolve) => {
      release = () => resolve() as undefined
    })
    await page.unrouteAll()
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await released
      await route.continue()
    })
  }
  await hold()
  await page.goto('/auth', { waitUntil: 'commit' })
  await page.getByRole('tab', { name: 'Register' }).click()
  release()
  await expect(page.getByRole('tab', { name: 'Register' })).toHaveAttribute('aria-selected', 'true')

  await hold()
  await page.goto('/', { waitUntil: 'commit' })
  const form = page.locator('#contact form')
  await form.getByLabel('First name').fill('Early')
  await form.getByLabel('Last name').fill('Bird')
  await form.getByLabel('Email').fill('early@buyer.example')
  await form.getByLabel('Subject').fill('Before the app')
  await form.getByLabel('Message').fill('Sent before the app was there.')
  await form.getByLabel('Send me the Windfall newsletter').check()
  await form.getByRole('button', { name: 'Send message' }).click()
  const place = await page.evaluate<number>('scrollY')
  expect(place).toBeGreaterThan(1000)
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/contact')) sent.push(request.postDataJSON())
  })
  release()
  await expect(page.getByText('Message sent!').first()).toBeVisible()
  expect(sent).toEqual([expect.objectContaining({ firstName: 'Early', newsletter: true })])
  expect(await page.evaluate<number>('scrollY')).toBe(place)

  await hold()
  await page.goto('/auth', { waitUntil: 'commit' })
  await page.getByLabel('Username').fill('demo')
  await page.getByLabel('Password', { exact: true }).fill('demo-password')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/auth$/)
  release()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('keys and touches reach React only once it has taken the page over, so that none makes it render all at once', async ({
  page,
}) => {
  const release = await withheldApp(page)
  await page.goto('/products')
  await page.evaluate(`reached = []
    for (const name of ['pointerdown', 'keydown', 'input'])
      document.getElementById('root').addEventListener(name, () => reached.push(name), true)`)
  const search = page.getByRole('searchbox')
  await search.click()
  await search.press('m')
  expect(await page.evaluate('reached')).toEqual([])
  release()
  await startApp(page)
  expect(await page.evaluate('reached'), 'the letter is repeated').toEqual(['input'])
  await search.press('o')
  expect(await page.evaluate('reached')).toEqual(['input', 'keydown', 'input'])
  await expect(page).toHaveURL(/q=mo$/)
})

for (const [path, name] of [
  ['/auth', 'Username'],
  ['/products', 'Search scripts'],
  ['/auth?tab=register', 'Email'],
  ['/products/monad', 'Email'],
  ['/', 'Email'],
] as const) {
  test(`a text at ${path} that is corrected while the app starts is corrected at the caret`, async ({
    page,
  }) => {
    const release = await withheldApp(page)
    await page.goto(path)
    const field = page.getByRole('main').getByLabel(name)
    await field.pressSequentially('abef')
    for (const _ of 'ef') await field.press('ArrowLeft')
    release()
    await startApp(page)
    await page.keyboard.type('cd')
    await expect(field).toHaveValue('abcdef')
  })
}

test('a password typed on while the app starts is sent whole, by one click on Login', async ({ page }) => {
  await page.addInitScript('waiting = []; requestIdleCallback = (run) => waiting.push(run)')
  const release = await withheldApp(page)
  await page.goto('/auth')
  await page.getByLabel('Username').fill('demo')
  const password = page.getByLabel('Password', { exact: true })
  await password.pressSequentially('demo-')
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/login')) sent.push(request.postDataJSON())
  })
  release()
  await expect.poll(() => page.evaluate<number>('waiting.length')).toBeGreaterThan(0)
  await password.pressSequentially('password')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.evaluate('requestIdleCallback = setTimeout; for (const run of waiting) run()')
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(sent).toEqual([expect.objectContaining({ password: 'demo-password' })])
})

// spec: checkout-signed-out, auth-return-address
test('a visitor’s checkout is there without the app, sends a registration typed before it once, and leads back to the checkout', async ({
  page,
}) => {
  const complaints = watchConsole(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || request.url().includes('/api/')) asked.push(request.url())
  })
  const checkout = '/checkout?productId=1&purchaseType=one-time'
  await page.goto(checkout, { waitUntil: 'networkidle' })
  await expect(page).toHaveURL('/auth?tab=register')
  await expect(page.getByText('Authentication Required')).toBeVisible()
  await expect(page.getByText('To buy Monad Testnet Farmer')).toBeVisible()
  expect(asked, 'before a touch').toEqual([])

  const release = await withheldApp(page)
  const account = newAccount()
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm password').fill(account.password)
  await page.getByRole('button', { name: 'Register' }).click()
  release()
  await expect(page).toHaveURL(checkout)
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  expect(asked.filter((address) => address.endsWith('/api/auth/register'))).toHaveLength(1)

  // The browser has kept the visitor's document for this address. A route would switch its cache off.
  await page.unrouteAll()
  await page.goto('/terms')
  await page.goBack()
  await expect(page.getByRole('list', { name: 'Checkout steps' })).toBeVisible()
  await expect(page).toHaveURL(checkout)
  expect(complaints).toEqual([])
})

// spec: checkout-signed-out
test('a visitor’s checkout shows the price of the moment in which it is used, and the checkout names a later one', async ({
  page,
  request,
}) => {
  const change = async (cents: number) => {
    await changeTables('UPDATE scripts SET price_cents = ? WHERE id = 3', cents)
    const price = async () => (await (await request.get('/api/products/3')).json()).data.price
    await expect.poll(price).toBe(cents / 100)
  }
  const { price } = (await (await request.get('/api/products/3')).json()).data
  try {
    await page.goto('/checkout?productId=3&purchaseType=one-time')
    const line = page.getByRole('main').getByText('To buy').locator('..')
    await expect(line).toContainText(`$${price}`)
    await change(1234)
    await startApp(page)
    await expect(line).toContainText('$12.34')
    await change(2345)
    await registerOn(page, newAccount())
    await expect(page.getByRole('button', { name: 'Pay with Card - $23.45' })).toBeVisible()
    await expect(page.getByText('The price has changed to')).toContainText('$23.45')
    // A product's page knows it by its address, the checkout by its number.
    await page.goto('/products/soneium')
    await expect(page.getByText('$23.45').first()).toBeVisible()
    await change(3456)
    await page.getByRole('button', { name: 'Buy Now' }).first().click()
    await expect(page.getByText('The price has changed to')).toContainText('$34.56')
  } finally {
    await change(Math.round(price * 100))
  }
})

// spec: auth-return-address
test('a login that another page’s link opens leads to the dashboard, not to a checkout that was left', async ({
  page,
}) => {
  await page.goto('/checkout?productId=1&purchaseType=one-time')
  const product = page.getByText('To buy Monad Testnet Farmer')
  // Of the login itself, and on the way back to it, the product stays.
  await page.getByRole('tab', { name: 'Login' }).click()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(product).toBeVisible()
  await page.getByRole('link', { name: 'Buy without an account' }).click()
  await expect(page).toHaveURL('/products/monad')
  await page.goBack()
  await expect(product).toBeVisible()

  await page.goto('/pricing')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await page.getByLabel('Username').fill('demo')
  await startApp(page)
  await expect(product).toBeHidden()
  await page.getByLabel('Password', { exact: true }).fill('demo-password')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('the login that is opened after a visitor left a checkout names the product before a touch', async ({
  page,
}) => {
  await page.goto('/checkout?productId=1&purchaseType=one-time')
  await page.goto('/auth?tab=login')
  await expect(page.getByText('To buy Monad Testnet Farmer')).toBeVisible()
})

test('a page that Back restores from memory shows the header of the account that logged in meanwhile', async ({
  page,
  baseURL,
}) => {
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await registerByApi(page.request, baseURL, newAccount())
  // Playwright switches the browser's own memory of pages off.
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test('a page whose app is gone after a deployment reloads and gets the new app', async ({ page }) => {
  let broken = true
  await page.route(/\/assets\/.*\.js$/, (route) =>
    broken ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.goto('/')
  page.on('request', (request) => {
    if (request.isNavigationRequest()) broken = false
  })
  const reloaded = page.waitForEvent('load')
  await page.keyboard.press('Control')
  await reloaded
  await startApp(page)
})

test('a page whose app cannot be loaded at all says so, and its links work', async ({ page }) => {
  await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ status: 404 }))
  await page.goto('/products')
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText('The page did not load completely. Reload it.')
  await page.getByLabel('Search scripts').fill('monad')
  await page.getByLabel('Search scripts').press('Enter')
  await expect(page).toHaveURL(/q=monad/)
})
