import { newAccount, registerByApi } from './testing/shop.ts'
import { expect, type Page, test } from './testing/test.ts'

// A link where the operator has a pay page of the plan, else a button to the shop's own checkout.
const payWith = (page: Page, means: string) =>
  page.locator('a, button').filter({ hasText: `Pay with ${means}` })

const planCard = (page: Page, name: string) =>
  page
    .locator('#pricing div')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .filter({ has: payWith(page, 'Credit Card') })
    .last()

async function expectPlans(page: Page) {
  const pricing = page.locator('#pricing')
  await expect(pricing.getByRole('heading', { name: 'Flexible Pricing Plans' })).toBeVisible()
  await expect(payWith(page, 'Credit Card')).toHaveCount(2)
  await expect(payWith(page, 'Crypto')).toHaveCount(2)
  const premium = planCard(page, 'Premium')
  await expect(premium).toContainText('Most Popular')
  await expect(premium).toContainText('Best for active airdrop farmers')
  await expect(premium).toContainText(/\$29\.99\s*per month/)
  await expect(premium.getByRole('listitem')).toHaveText([
    ...['Unlimited script downloads', 'Ongoing updates', 'Priority email support', 'Priority support'],
    ...['Not included: Custom scripts', 'Not included: Private community'],
  ])
  const lifetime = planCard(page, 'Lifetime')
  await expect(lifetime).not.toContainText('Most Popular')
  await expect(lifetime).toContainText('Best for professional airdrop hunters')
  await expect(lifetime).toContainText(/\$299\.99\s*one-time/)
  await expect(lifetime.getByRole('listitem')).toHaveText([
    ...['Unlimited downloads', 'Lifetime updates', 'Dedicated support manager', 'Priority support'],
    ...['2 free custom scripts', 'Private community access'],
  ])
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  // One load: each load of the landing page costs about a second, and nothing here changes the page.
  // spec: header-links, hero-plan, feature-cards, subscribe-card, pricing-cards
  // spec: testimonials, faq-terms, contact-heading, footer
  test('the landing page shows all of its sections, and the subscription can be started', async ({
    page,
  }) => {
    await page.goto('/')

    await test.step('header: homepage, sections, login', async () => {
      const header = page.getByRole('banner')
      await expect(header.getByRole('link', { name: 'homepage' })).toHaveAttribute('href', '/')
      const sections = header.getByRole('navigation', { name: 'Main' }).getByRole('link')
      expect(await sections.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
        ...['/#features', '/#scripts', '/#how-it-works', '/#pricing', '/#faq', '/#contact'],
      ])
      await expect(header.getByRole('link', { name: 'Login' })).toHaveAttribute('href', /^\/auth\b/)
      await expect(header.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', /^\/auth\b/)
    })

    await test.step('hero: Premium with five features', async () => {
      const hero = page.locator('#hero')
      await expect(hero.getByRole('heading', { level: 1 })).toContainText(/airdrop farming.* automatically/i)
      const plan = hero.locator('ul').filter({ hasText: 'Unlimited script downloads' })
      await expect(plan.getByRole('listitem')).toHaveCount(5)
      await expect(hero.getByRole('button', { name: 'Get Started For $29.99' })).toBeVisible()
      await expect(hero).toContainText(/Secure payments .*Stripe.* Coinbase/)
    })

    await test.step('six features and four steps', async () => {
      await expect(page.locator('#features').getByRole('heading', { level: 3 })).toHaveText([
        ...['Full Automation', 'Top-Tier Security', 'Multi-Wallet Management'],
        ...['Real-Time Alerts', 'Regular Updates', 'Priority Support'],
      ])
      await expect(page.locator('#how-it-works').getByRole('heading', { level: 3 })).toHaveText([
        ...['Purchase & Download', 'Setup Your Wallets', 'Configure Settings', 'Start Farming'],
      ])
    })

    await test.step('plans', () => expectPlans(page))

    await test.step('testimonials: three quotes, rated 5, 4.5 and 5', async () => {
      const quotes = page.locator('#testimonials').getByRole('listitem')
      await expect(quotes.locator('blockquote')).toHaveCount(3)
      for (const [index, rating] of ['5', '4.5', '5'].entries())
        await expect(quotes.nth(index).getByRole('img', { name: `: ${rating} out of 5` })).toHaveCount(1)
    })

    await test.step('FAQ: networks, updates, devices, guarantee', async () => {
      const faq = page.locator('#faq details')
      await expect(faq).toHaveCount(5)
      for (const fact of [
        'Ethereum, Binance Smart Chain, Polygon, Solana, Avalanche and Arbitrum',
        /3 months/,
        /2 devices on the same IP/,
        /up to 5 devices at once/,
        /7-day money-back guarantee.*through support/,
      ])
        await expect(faq.filter({ hasText: fact }), String(fact)).toHaveCount(1)
      const networks = faq.filter({ hasText: 'Arbitrum' })
      await networks.locator('summary').click()
      await expect(networks.getByText('Binance Smart Chain')).toBeVisible()
    })

    await test.step('contact and footer', async () => {
      await expect(page.locator('#contact').getByRole('heading', { name: 'Get In Touch' })).toBeVisible()
      const footer = page.getByRole('contentinfo')
      for (const column of ['Product', 'Company', 'Legal'])
        await expect(footer.getByRole('navigation', { name: column }).getByRole('link').first()).toBeVisible()
      for (const section of ['/#features', '/#pricing', '/#contact'])
        await expect(footer.locator(`a[href="${section}"]`)).toHaveCount(1)
      await expect(footer.getByRole('list', { name: 'Contact and feeds' }).getByRole('link')).toHaveCount(2)
      await expect(footer).toContainText(`© ${new Date().getFullYear()} Windfall`)
    })

    await test.step('subscription: two payment options, and the way to the checkout', async () => {
      const subscribe = page.locator('#buy-now')
      await expect(subscribe.getByRole('heading', { name: 'Get Instant Access Today' })).toBeVisible()
      await expect(subscribe.getByRole('heading', { name: 'Premium Subscription' })).toBeVisible()
      await expect(subscribe).toContainText('$29.99/month')
      await expect(subscribe.getByRole('radio')).toHaveCount(2)
      await expect(subscribe.getByRole('radio', { name: 'Credit/Debit Card' })).toBeChecked()
      await expect(subscribe.getByText('Cancel anytime. No long-term commitment.')).toBeVisible()
      await expect(subscribe.getByText('Instant access after payment confirmation')).toBeVisible()
      await subscribe.getByText('Cryptocurrency').click()
      await subscribe.getByRole('button', { name: 'Subscribe Now - $29.99/month' }).click()
      await expect(page).toHaveURL('/checkout?productId=2&purchaseType=subscription&method=crypto')
    })
  })

  // spec: pricing-cards, route-pricing
  test('the pricing page shows both plans and answers four questions about them', async ({ page }) => {
    await page.goto('/pricing')
    await expectPlans(page)
    await expect(page.locator('#questions summary')).toHaveText([
      ...[/subscription/, /cancel/, /Premium and Lifetime/, /support/],
    ])
  })
})

// spec: route-auth
test('a signed-in visitor of the login page is redirected to the dashboard', async ({ page, baseURL }) => {
  await registerByApi(page.request, baseURL, newAccount())
  await page.goto('/auth')
  await expect(page).toHaveURL('/dashboard')
})

// spec: buy-now-signed-in
test('Buy Now opens the checkout of that script for a signed-in customer', async ({ page, baseURL }) => {
  await registerByApi(page.request, baseURL, newAccount())
  await page.goto('/')
  await page.locator('#scripts').getByRole('button', { name: 'Buy Now' }).first().click()
  await expect(page).toHaveURL('/checkout?productId=1&purchaseType=one-time')
})

// spec: contact-rules
test('a contact message sent before the app has loaded is checked once it has', async ({ page }) => {
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
