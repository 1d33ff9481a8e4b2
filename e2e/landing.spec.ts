import { buyByApi, clickHydrated, newAccount, registerByApi, watchConsole } from './testing/shop.ts'
import { expectSound, SOUND_PAGES, settled } from './testing/sound.ts'
import { expect, type Page, SOUND, test } from './testing/test.ts'

const SECTIONS = ['Features', 'Scripts', 'How it works', 'Pricing', 'FAQ', 'Contact']

/** Sets the operator's pay pages. Each test starts without any. */
const configureLinks = (page: Page, data: Record<string, { card?: string; crypto?: string }>) =>
  page.route('**/api/payment/links', (route) => route.fulfill({ json: { success: true, data } }))

/** Opens the page by a link, without the data of a full load: the browser requests it, and the test can answer. */
async function arrive(page: Page, path: '/' | '/pricing') {
  await page.goto('/auth')
  const link =
    path === '/'
      ? page.getByRole('link', { name: /homepage/ })
      : page.getByRole('link', { name: 'Compare plans' })
  await clickHydrated(link)
  await expect(page).toHaveURL(path)
}

test.beforeEach(async ({ page }) => {
  await configureLinks(page, {})
})

/** The same for a signed-in account, which the login page would redirect. */
async function arriveSignedIn(page: Page, link: string | RegExp = 'Pricing') {
  await page.goto('/dashboard?tab=profile')
  await clickHydrated(page.getByRole('link', { name: link }).first())
  await expect(page.locator('#pricing')).toBeVisible()
  await settled(page)
}

test.describe('links', () => {
  for (const path of ['/', '/pricing']) {
    // spec: footer-links
    test(`every link of ${path} leads to an existing page and to an existing section`, async ({
      page,
      request,
      baseURL,
    }) => {
      await page.goto(path)
      await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      const hrefs = await page
        .locator('a[href]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      expect(hrefs.length).toBeGreaterThan(25)
      expect(hrefs.filter((href) => !href || href === '#')).toEqual([])
      const addresses = hrefs.map((href) => new URL(href ?? '', `${baseURL}${path}`))
      const own = addresses.filter(({ origin }) => origin === baseURL)
      expect(
        addresses.filter((url) => !own.includes(url)).every(({ protocol }) => protocol === 'mailto:'),
      ).toBe(true)
      for (const pathname of new Set(own.map((url) => url.pathname))) {
        const answer = await request.get(pathname, { headers: { accept: 'text/html' } })
        expect(answer.status(), pathname).toBe(200)
      }
      for (const { pathname, hash } of own.filter((url) => url.hash)) {
        if (new URL(page.url()).pathname !== pathname) await page.goto(pathname)
        await expect(page.locator(hash), pathname + hash).toHaveCount(1)
      }
    })
  }

  // spec: landing-sections, hero-links
  test('the landing page has its sections in order, and the hero links to the plans and to the features', async ({
    page,
  }) => {
    await page.goto('/')
    const ids = await page.locator('main section[id]').evaluateAll((sections) => sections.map(({ id }) => id))
    expect(ids).toEqual([
      'hero',
      'features',
      'how-it-works',
      'scripts',
      'buy-now',
      'pricing',
      'testimonials',
      'faq',
      'contact',
    ])
    await expect(page.getByRole('link', { name: 'Get Started Now' })).toHaveAttribute('href', '#pricing')
    await expect(page.getByRole('link', { name: 'View All Plans' })).toHaveAttribute('href', '#features')
    await page.getByRole('link', { name: 'Get Started Now' }).click()
    await expect(page.locator('#pricing')).toBeInViewport()
    await expect(
      page.getByRole('img', { name: 'A plan of 68 steps for 2 wallets over 14 days' }),
    ).toBeVisible()
    // On a phone it is at most eight screens high.
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(8 * 844)
  })

  // spec: header-anchors
  test('a header link opens a section of the landing page from another page', async ({ page }) => {
    await page.goto('/pricing')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click()
    await expect(page).toHaveURL(/\/#faq$/)
    await expect(page.locator('#faq')).toBeInViewport()
  })
})

test.describe('header', () => {
  // spec: header-management-link
  test('the management link is not in the page until its keys are pressed, and goes again', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible()
    const hidden = page.locator('a[href="/secure-portal/management-access"]').filter({ visible: true })
    await expect(hidden).toHaveCount(0)
    await page.keyboard.press('Control+Shift+A')
    await expect(hidden).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Management link shown' })).toHaveCount(1)
    await page.keyboard.press('Control+Shift+A')
    await expect(hidden).toHaveCount(0)
    await page.keyboard.press('Control+Shift+A')
    await hidden.click()
    await expect(page).toHaveURL(/\/secure-portal\/management-access$/)
  })

  // spec: header-mobile-menu
  test('the mobile menu repeats the links and works by keyboard alone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/pricing')
    const opener = page.getByRole('button', { name: 'Menu' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    for (const name of [...SECTIONS, 'Login', 'Sign Up']) {
      await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
    }
    await expect(menu.getByRole('link', { name: 'Management' })).toHaveCount(0)
    await page.keyboard.press('Control+Shift+A')
    await expect(menu.getByRole('link', { name: 'Management' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(menu.getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(menu, 'the focus has left it').toHaveCount(0)
    await opener.focus()
    await page.keyboard.press('Enter')
    await menu.getByRole('link', { name: 'Pricing' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/#pricing$/)
    await expect(menu).toHaveCount(0)
    await expect(page.locator('#pricing')).toBeInViewport()
  })

  test('a click beside the menu closes it and presses nothing, also on the button that opened it', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/pricing')
    const opener = page.getByRole('button', { name: 'Menu' })
    const menu = page.getByRole('dialog', { name: 'Menu' })
    for (const below of [opener, page.getByRole('banner').getByRole('link', { name: 'Windfall' })]) {
      const { x, y } = (await below.boundingBox()) ?? { x: 0, y: 0 }
      await opener.click()
      await expect(menu.getByRole('button', { name: 'Close' })).toBeFocused()
      await page.mouse.click(x + 5, y + 5)
      await expect(menu).toHaveCount(0)
    }
    await expect(page).toHaveURL(/\/pricing$/)
  })

  // spec: header-signed-in
  test('a customer sees Dashboard and Logout, and nothing for admins', async ({ page, baseURL }) => {
    await registerByApi(page.request, baseURL, newAccount())
    await page.goto('/')
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
    await page.keyboard.press('Control+Shift+A')
    await expect(header.getByRole('link', { name: /admin|management|login|sign up/i })).toHaveCount(0)
    await header.getByRole('button', { name: 'Logout' }).click()
    await expect(header.getByRole('link', { name: 'Login' })).toBeVisible()
  })

  // spec: header-admin-link
  test('an admin has a link to the panel in the header and in the menu', async ({ page, baseURL }) => {
    const login = { username: 'admin', password: 'admin-password' }
    const headers = { origin: baseURL ?? '' }
    expect((await page.request.post('/api/auth/login', { data: login, headers })).status()).toBe(200)
    await page.goto('/')
    const panel = '/secure-management/admin-dashboard'
    await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toHaveAttribute('href', panel)
    await page.setViewportSize({ width: 768, height: 900 })
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('link', { name: 'Admin Panel' })).toHaveAttribute('href', panel)
  })

  test('the header’s controls do not overlap between 360 and 1440 px', async ({ page, baseURL }) => {
    const login = { username: 'admin', password: 'admin-password' }
    await page.request.post('/api/auth/login', { data: login, headers: { origin: baseURL ?? '' } })
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('button', { name: /Notifications/ })).toBeVisible()
    for (const width of [360, 768, 1023, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      // The page is laid out for its new width in one of the next frames, mostly in the first two.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      await expect(async () => {
        expect(await page.evaluate('innerWidth')).toBe(width)
        const boxes = await page
          .getByRole('banner')
          .locator('a:visible, button:visible')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
        expect(boxes.length).toBeGreaterThan(0)
        for (const [index, { left, right, top, bottom }] of boxes.entries()) {
          expect(left, `${width}`).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0)
          expect(right).toBeLessThanOrEqual(width)
          expect(top).toBeGreaterThanOrEqual(0)
          expect(bottom).toBeLessThanOrEqual(65)
        }
      }).toPass({ timeout: 5000, intervals: [0, 50, 100, 250] })
    }
  })
})

test.describe('questions', () => {
  // spec: faq
  test('one answer is open at a time, and the open one can be closed', async ({ page }) => {
    await page.goto('/')
    const faq = page.locator('#faq')
    await expect(faq.locator('summary')).toHaveCount(5)
    const refund = faq.getByText('7-day money-back guarantee')
    const devices = faq.getByText('2 devices on the same IP address')
    await expect(refund).toBeHidden()
    await faq.getByText('Can I get a refund?').click()
    await expect(refund).toBeVisible()
    await faq.getByText('On how many devices can I use a script?').click()
    await expect(devices).toBeVisible()
    await expect(refund).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(devices).toBeHidden()
  })
})

test.describe('featured scripts', () => {
  // spec: featured-scripts, featured-limits
  test('show three skeletons, then three cards with badge, 80 characters, two bullets and a price', async ({
    page,
    request,
  }) => {
    let answer = () => {}
    const released = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/products?*', async (route) => {
      await released
      await route.continue()
    })
    await arrive(page, '/')
    const list = page.locator('#scripts ul[aria-busy]')
    await expect(list).toHaveAttribute('aria-busy', 'true')
    await expect(list.locator('> li')).toHaveCount(3)
    await expect(list.getByRole('button', { name: 'Buy Now' })).toHaveCount(0)
    answer()
    await expect(list.getByRole('button', { name: 'Buy Now' })).toHaveCount(3)
    const products = (await (await request.get('/api/products?limit=100')).json()).data
    const first = products.find((product: { tier: string }) => product.tier === 'script')
    const card = list.locator('> li').first()
    await expect(card.getByRole('link', { name: first.name })).toHaveAttribute(
      'href',
      `/products/${first.slug}`,
    )
    await expect(card.locator('svg text')).toHaveText(first.name.slice(0, 2))
    await expect(card.getByText('Farming', { exact: true })).toBeVisible()
    await expect(card.getByText(`${first.description.slice(0, 80).trimEnd()}…`)).toBeVisible()
    await expect(card.locator('ul > li')).toHaveCount(2)
    await expect(card.getByText(`$${first.price.toFixed(2)}`)).toBeVisible()
  })

  // spec: featured-view-all
  test('a failed product list shows no cards and no message', async ({ page }) => {
    await page.route('**/api/products?*', (route) => route.fulfill({ status: 503, json: { success: false } }))
    await arrive(page, '/')
    const scripts = page.locator('#scripts')
    await expect(scripts.locator('ul[aria-busy="false"]')).toHaveCount(1)
    await expect(scripts.getByRole('button')).toHaveCount(0)
    await expect(scripts.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText(/could not|failed|error/i)).toHaveCount(0)
    await expect(scripts.getByRole('link', { name: 'View All Scripts' })).toHaveAttribute(
      'href',
      '/dashboard',
    )
    await expect(page.locator('#pricing').getByText('$29.99')).toBeVisible()
  })

  // spec: buy-now-signed-out
  test('Buy Now remembers the checkout of a visitor and sends them to the login', async ({ page }) => {
    await arrive(page, '/')
    await page.locator('#scripts').getByRole('button', { name: 'Buy Now' }).first().click()
    await expect(page).toHaveURL(/\/auth/)
    const stored = await page.evaluate<string>("sessionStorage.getItem('authReturnUrl')")
    expect(stored).toBe('/checkout?productId=1&purchaseType=one-time')
    // Its page sells it without an account.
    await page.getByRole('link', { name: 'Buy without an account' }).click()
    await expect(page.getByRole('form', { name: 'Buy without an account' })).toBeVisible()
  })
})

test.describe('paying', () => {
  const stored = (page: Page) => page.evaluate<string>("sessionStorage.getItem('authReturnUrl')")

  // spec: pricing-fallback
  test('plans without pay pages lead a visitor to the login, then to the checkout', async ({ page }) => {
    await arrive(page, '/')
    await page.locator('#pricing').getByRole('button', { name: 'Pay with Crypto' }).last().click()
    await expect(page).toHaveURL(/\/auth/)
    expect(await stored(page)).toBe('/checkout?productId=12&purchaseType=one-time&method=crypto')
    await arrive(page, '/pricing')
    await page.getByRole('button', { name: 'Pay with Credit Card' }).first().click()
    await expect(page).toHaveURL(/\/auth/)
    expect(await stored(page)).toBe('/checkout?productId=2&purchaseType=subscription')
  })

  // spec: subscribe-product
  test('Subscribe Now opens the checkout for a signed-in customer', async ({ page, baseURL }) => {
    await registerByApi(page.request, baseURL, newAccount())
    await arriveSignedIn(page, /homepage/)
    await page.locator('#buy-now').getByText('Cryptocurrency').click()
    await page.getByRole('button', { name: 'Subscribe Now - $29.99/month' }).click()
    await expect(page).toHaveURL('/checkout?productId=2&purchaseType=subscription&method=crypto')
  })

  test('a plan that the customer has leads to its place in the dashboard, in each of its cards', async ({
    page,
    baseURL,
  }) => {
    const account = newAccount()
    await registerByApi(page.request, baseURL, account)
    await buyByApi(page.request, baseURL, account, 2, 'subscription')
    const mine = async () => (await (await page.request.get('/api/my-products')).json()).data.length
    await expect.poll(mine).toBeGreaterThan(0)
    await page.goto('/')
    const manage = page.getByRole('link', { name: 'Your plan · Manage' })
    for (const card of ['#hero', '#buy-now', '#pricing']) {
      await expect(page.locator(card).getByRole('link', { name: 'Your plan · Manage' })).toBeVisible()
    }
    await expect(page.getByRole('button', { name: /^(Get Started|Subscribe Now|Pay with)/ })).toHaveCount(2)
    await page.goto('/pricing')
    await expect(page.getByRole('button', { name: /^Pay with/ })).toHaveCount(2)
    await manage.click()
    await expect(page).toHaveURL('/dashboard?tab=subscriptions')
  })

  // spec: pricing-pay-links
  test('plans with pay pages lead a signed-in user to the shop’s checkout', async ({ page, baseURL }) => {
    await registerByApi(page.request, baseURL, newAccount())
    const both = { card: 'https://pay.example/card', crypto: 'https://pay.example/crypto' }
    await configureLinks(page, { premium: both, lifetime: both })
    await arriveSignedIn(page)
    await expect(page.getByRole('link', { name: /^Pay with/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Pay with Crypto' }).last().click()
    await expect(page).toHaveURL('/checkout?productId=12&purchaseType=one-time&method=crypto')
  })

  // spec: pricing-pay-links
  test('configured pay pages open in a new tab', async ({ page, context }) => {
    await configureLinks(page, {
      premium: { card: 'https://pay.example/card', crypto: 'https://pay.example/crypto?plan=premium' },
    })
    await context.route('https://pay.example/**', (route) => route.fulfill({ body: 'A pay page' }))
    await arrive(page, '/')
    const pricing = page.locator('#pricing')
    const card = pricing.getByRole('link', { name: 'Pay with Credit Card (opens in a new tab)' })
    const crypto = pricing.getByRole('link', { name: 'Pay with Crypto (opens in a new tab)' })
    await expect(card).toHaveAttribute('href', 'https://pay.example/card')
    await expect(card).toHaveAttribute('rel', /noopener/)
    const opened = context.waitForEvent('page')
    await crypto.click()
    const url = new URL((await opened).url())
    expect(url.searchParams.get('plan')).toBe('premium')
    await expect(page).toHaveURL('/')
    // Lifetime has no pay page: its buttons lead to the shop's checkout.
    await expect(pricing.getByRole('button', { name: /^Pay with/ })).toHaveCount(2)
  })

  test('a pay page opens in the same tab if the session proves to have ended after the click', async ({
    page,
    context,
    baseURL,
  }) => {
    await configureLinks(page, { premium: { card: 'https://pay.example/card' } })
    await context.route('https://pay.example/**', (route) => route.fulfill({ body: 'A pay page' }))
    await context.addCookies([{ name: 'signed_in', value: '1', url: baseURL ?? '' }])
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/auth/me', async (route) => {
      await released
      await route.continue()
    })
    await arrive(page, '/')
    await page
      .locator('#pricing')
      .getByRole('link', { name: 'Pay with Credit Card (opens in a new tab)' })
      .click()
    await expect(page).toHaveURL('/')
    release()
    await expect(page).toHaveURL('https://pay.example/card')
  })

  test('plans that are opened by a link do not move when pay pages and ways to pay arrive', async ({
    page,
  }) => {
    const heightOf = () => page.evaluate<number>('document.body.scrollHeight')
    const both = { card: 'https://pay.example/card', crypto: 'https://pay.example/crypto' }
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/payment/links', async (route) => {
      await released
      await route.fulfill({ json: { success: true, data: { premium: both, lifetime: both } } })
    })
    await page.route('**/api/payment/methods', async (route) => {
      await released
      await route.continue()
    })
    await arrive(page, '/pricing')
    await expect(page.locator('#pricing')).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    const before = await heightOf()
    release()
    await expect(page.getByRole('link', { name: /^Pay with/ })).toHaveCount(4)
    await settled(page)
    expect(await heightOf()).toBe(before)
  })
})

test.describe('contact', () => {
  const MESSAGES = {
    'First name': 'First name is required',
    'Last name': 'Last name is required',
    Email: 'Invalid email address',
    Subject: 'Subject is required',
    Message: 'Message must be at least 10 characters',
  }

  async function fill(page: Page) {
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Lovelace')
    await page.getByLabel('Email').fill('ada@buyer.example')
    await page.getByLabel('Subject').fill('A question')
    await page.getByLabel('Message').fill('Does it run on ten wallets?')
    await page.getByLabel('Send me the Windfall newsletter').check()
  }

  // spec: contact-rules, contact-rules-live
  test('the contact form checks a field when it changes and all fields on submit, and focuses the first wrong one', async ({
    page,
  }) => {
    await page.goto('/')
    // People and screen readers cannot reach the honeypot field.
    await expect(page.locator('input[name="website"]')).toHaveAttribute('tabindex', '-1')
    await expect(page.getByRole('textbox', { name: 'Website' })).toHaveCount(0)
    await page.getByLabel('Message').fill('Too short')
    await expect(page.getByText(MESSAGES.Message)).toBeVisible()
    await expect(page.getByText(MESSAGES.Subject)).toHaveCount(0)
    await page.getByLabel('Message').fill('Long enough')
    await expect(page.getByText(MESSAGES.Message)).toHaveCount(0)
    await page.getByLabel('Message').fill('')
    await page.getByRole('button', { name: 'Send message' }).click()
    for (const [label, message] of Object.entries(MESSAGES)) {
      await expect(page.getByText(message)).toBeVisible()
      await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(message)
    }
    await expect(page.getByLabel('First name')).toBeFocused()
    await fill(page)
    for (const message of Object.values(MESSAGES)) await expect(page.getByText(message)).toHaveCount(0)
  })

  test('typed text is kept while the code of the rules loads', async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/check-contact-*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/')
    await page.getByLabel('Email').pressSequentially('ada@')
    await expect(page.getByText(MESSAGES.Email)).toHaveCount(0)
    release()
    await expect(page.getByText(MESSAGES.Email)).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('ada@')
    await expect(page.getByLabel('Email')).toBeFocused()
  })

  // spec: contact-states, contact-toasts
  test('a contact message is sent once, and the form is then empty', async ({ page }) => {
    let answer = () => {}
    const released = new Promise<void>((resolve) => {
      answer = resolve
    })
    const bodies: unknown[] = []
    await page.route('**/api/contact', async (route) => {
      bodies.push(route.request().postDataJSON())
      await released
      await route.fulfill({ json: { success: true } })
    })
    await page.goto('/')
    await fill(page)
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
    await page.getByLabel('Subject').press('Enter')
    answer()
    await expect(page.getByText('Message sent!').first()).toBeVisible()
    await expect(page.getByText("We'll get back to you as soon as possible.").first()).toBeVisible()
    expect(bodies).toEqual([
      {
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@buyer.example',
        subject: 'A question',
        message: 'Does it run on ten wallets?',
        newsletter: true,
        website: '',
      },
    ])
    for (const label of Object.keys(MESSAGES))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue('')
    await expect(page.getByLabel('Send me the Windfall newsletter')).not.toBeChecked()
    await expect(page.getByText('First name is required')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
  })

  // spec: contact-failure, contact-toasts
  test('a failed contact message shows a toast and keeps the form’s values', async ({ page }) => {
    await page.route('**/api/contact', (route) => route.fulfill({ status: 503, json: { success: false } }))
    await page.goto('/')
    await fill(page)
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Something went wrong').first()).toBeVisible()
    await expect(page.getByText('Please try again later.').first()).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveValue('Does it run on ten wallets?')
    await expect(page.getByLabel('Send me the Windfall newsletter')).toBeChecked()
  })
})

for (const path of SOUND_PAGES.plans) {
  test(`${path} with answers and errors open is sound at every width, without console errors or warnings`, {
    tag: SOUND,
  }, async ({ page }) => {
    test.setTimeout(180_000)
    const complaints = watchConsole(page)
    await expectSound(page, path, {
      prepare: async () => {
        await page.goto(path)
        await settled(page)
        await page.locator('summary').first().click()
        if (path !== '/') return
        await page.getByRole('button', { name: 'Send message' }).click()
        await expect(page.getByText('Subject is required')).toBeVisible()
      },
    })
    expect(complaints).toEqual([])
  })
}
