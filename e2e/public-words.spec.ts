import { newAccount, registerByApi } from './shop.ts'
import { expect, type Page, test } from './test.ts'

/** The words of the specification that a visitor reads without pressing anything; none of them needs a script. */
test.describe('the landing page', () => {
  test.use({ javaScriptEnabled: false })
  test.beforeEach(({ page }) => page.goto('/').then(() => undefined))

  // spec: header-links
  test('its header leads home, to the sections and to the login', async ({ page }) => {
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'homepage' })).toHaveAttribute('href', '/')
    const sections = header.getByRole('navigation', { name: 'Main' }).getByRole('link')
    expect(await sections.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      ...['/#features', '/#scripts', '/#how-it-works', '/#pricing', '/#faq', '/#contact'],
    ])
    await expect(header.getByRole('link', { name: 'Login' })).toHaveAttribute('href', /^\/auth\b/)
    await expect(header.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', /^\/auth\b/)
  })

  // spec: hero-plan
  test('its hero automates airdrop farming and sells Premium with five features', async ({ page }) => {
    const hero = page.locator('#hero')
    await expect(hero.getByRole('heading', { level: 1 })).toContainText('Automate your airdrop farming')
    const plan = hero.locator('ul').filter({ hasText: 'Unlimited script downloads' })
    await expect(plan.getByRole('listitem')).toHaveCount(5)
    await expect(hero.getByRole('button', { name: 'Get Started For $29.99' })).toBeVisible()
    await expect(hero).toContainText('Secure payments via Stripe for cards and Coinbase for crypto')
  })

  // spec: feature-cards
  test('it names six features and four steps', async ({ page }) => {
    await expect(page.locator('#features').getByRole('heading', { level: 3 })).toHaveText([
      ...['Full Automation', 'Top-Tier Security', 'Multi-Wallet Management'],
      ...['Real-Time Alerts', 'Regular Updates', 'Priority Support'],
    ])
    await expect(page.locator('#how-it-works').getByRole('heading', { level: 3 })).toHaveText([
      ...['Purchase & Download', 'Setup Your Wallets', 'Configure Settings', 'Start Farming'],
    ])
  })

  // spec: subscribe-card
  test('it sells the subscription with two ways to pay and two promises', async ({ page }) => {
    const subscribe = page.locator('#buy-now')
    await expect(subscribe.getByRole('heading', { name: 'Get Instant Access Today' })).toBeVisible()
    await expect(subscribe.getByRole('heading', { name: 'Premium Subscription' })).toBeVisible()
    await expect(subscribe).toContainText('$29.99/month')
    await expect(subscribe.getByRole('radio')).toHaveCount(2)
    await expect(subscribe.getByRole('radio', { name: 'Credit/Debit Card' })).toBeChecked()
    await expect(subscribe.getByRole('radio', { name: 'Cryptocurrency' })).not.toBeChecked()
    await expect(subscribe.getByRole('button', { name: 'Subscribe Now - $29.99/month' })).toBeVisible()
    await expect(subscribe.getByText('Cancel anytime. No long-term commitment.')).toBeVisible()
    await expect(subscribe.getByText('Instant access after payment confirmation')).toBeVisible()
  })

  // spec: testimonials
  test('it has three quotes, rated 5, 4.5 and 5', async ({ page }) => {
    const quotes = page.locator('#testimonials').getByRole('listitem')
    await expect(quotes.locator('blockquote')).toHaveCount(3)
    for (const [index, rating] of ['5', '4.5', '5'].entries())
      await expect(quotes.nth(index).getByRole('img', { name: `: ${rating} out of 5` })).toHaveCount(1)
  })

  // spec: faq-terms
  test('its answers name the networks, the months, the devices and the guarantee', async ({ page }) => {
    const faq = page.locator('#faq details')
    await expect(faq).toHaveCount(5)
    for (const fact of [
      'Ethereum, Binance Smart Chain, Polygon, Solana, Avalanche and Arbitrum',
      'every release of the next 3 months',
      '2 devices on the same IP address',
      'up to 5 devices at once',
      '7-day money-back guarantee: ask for it in your dashboard, or through support at support@',
    ])
      await expect(faq.filter({ hasText: fact }), fact).toHaveCount(1)
  })

  // spec: footer
  test('its footer has three columns, what can be followed, and this year', async ({ page }) => {
    const footer = page.getByRole('contentinfo')
    for (const column of ['Product', 'Company', 'Legal'])
      await expect(footer.getByRole('navigation', { name: column }).getByRole('link').first()).toBeVisible()
    for (const section of ['/#features', '/#pricing', '/#contact'])
      await expect(footer.locator(`a[href="${section}"]`)).toHaveCount(1)
    await expect(footer.getByRole('list', { name: 'Elsewhere' }).getByRole('link')).toHaveCount(2)
    await expect(footer).toContainText(`© ${new Date().getFullYear()} Windfall`)
  })

  // spec: contact-heading
  test('asks for a message', async ({ page }) => {
    await expect(page.locator('#contact').getByRole('heading', { name: 'Get In Touch' })).toBeVisible()
  })
})

test.describe('the plans', () => {
  test.use({ javaScriptEnabled: false })

  // A link where the operator has a pay page of the plan, else a button to the shop's own checkout.
  const payWith = (page: Page, means: string) =>
    page.locator('a, button').filter({ hasText: `Pay with ${means}` })
  const cardOf = (page: Page, name: string) =>
    page
      .locator('#pricing div')
      .filter({ has: page.getByRole('heading', { name, exact: true }) })
      .filter({ has: payWith(page, 'Credit Card') })
      .last()

  for (const path of ['/', '/pricing']) {
    // spec: pricing-cards
    test(`of ${path} are two, with their prices and what they include and do not`, async ({ page }) => {
      await page.goto(path)
      const pricing = page.locator('#pricing')
      await expect(pricing.getByRole('heading', { name: 'Flexible Pricing Plans' })).toBeVisible()
      await expect(payWith(page, 'Credit Card')).toHaveCount(2)
      await expect(payWith(page, 'Crypto')).toHaveCount(2)
      const premium = cardOf(page, 'Premium')
      await expect(premium).toContainText('Most Popular')
      await expect(premium).toContainText('Best for active airdrop farmers')
      await expect(premium).toContainText(/\$29\.99\s*per month/)
      await expect(premium.getByRole('listitem')).toHaveText([
        ...['Unlimited script downloads', 'Ongoing updates', 'Priority email support', 'Priority support'],
        ...['Not included: Custom scripts', 'Not included: Private community'],
      ])
      const lifetime = cardOf(page, 'Lifetime')
      await expect(lifetime).not.toContainText('Most Popular')
      await expect(lifetime).toContainText('Best for professional airdrop hunters')
      await expect(lifetime).toContainText(/\$299\.99\s*one-time/)
      await expect(lifetime.getByRole('listitem')).toHaveText([
        ...['Unlimited downloads', 'Lifetime updates', 'Dedicated support manager', 'Priority support'],
        ...['2 free custom scripts', 'Private community access'],
      ])
    })
  }

  // spec: route-pricing
  test('are explained: subscription, cancellation, differences and support', async ({ page }) => {
    await page.goto('/pricing')
    await expect(page.locator('#questions summary')).toHaveText([
      'How does the subscription work?',
      'How do I cancel?',
      'What is the difference between Premium and Lifetime?',
      'What support do I get?',
    ])
  })
})

// spec: route-auth
test('who is signed in has nothing to do at the login and goes on to the dashboard', async ({
  page,
  baseURL,
}) => {
  await registerByApi(page.request, baseURL, newAccount())
  await page.goto('/auth')
  await expect(page).toHaveURL('/dashboard')
})

// spec: buy-now-signed-in
test('Buy Now of somebody signed in opens the checkout of that script', async ({ page, baseURL }) => {
  await registerByApi(page.request, baseURL, newAccount())
  await page.goto('/')
  await page.locator('#scripts').getByRole('button', { name: 'Buy Now' }).first().click()
  await expect(page).toHaveURL('/checkout?productId=1&purchaseType=one-time')
})

// spec: contact-rules
test('a message that is sent before the app is there is judged by our words when it is', async ({ page }) => {
  const gate = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Send message' }).click()
  gate.resolve()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
})
