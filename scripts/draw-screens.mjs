// npm run screens: writes one small picture per screen to docs/screens, from a shop that runs at SHOP (npm start).
// The screenshots are 1200 × 900 px. ImageMagick scales them down to a width of 720 px and 64 colours.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

const shop = process.env.SHOP ?? 'http://localhost:5173'
const wanted = process.argv.slice(2)
const folder = fileURLToPath(new URL('../docs/screens/', import.meta.url))
mkdirSync(folder, { recursive: true })

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})

const settings = {
  baseURL: shop,
  viewport: { width: 1200, height: 900 },
  colorScheme: /** @type {const} */ ('dark'),
  reducedMotion: /** @type {const} */ ('reduce'),
  extraHTTPHeaders: { origin: shop },
}
const visitor = await (await browser.newContext(settings)).newPage()
const phone = await (
  await browser.newContext({ ...settings, viewport: { width: 390, height: 844 } })
).newPage()
const customer = await signIn('demo', 'demo-password')
const admin = await signIn('admin', 'admin-password')
const paid = await buy(7, 'one-time')
await buy(2, 'subscription')
const links = await newsletterLinks()

const dashboard = (tab) => [customer, `/dashboard?tab=${tab}`]
const panel = (tab, rest = '') => [admin, `/secure-management/admin-dashboard?tab=${tab}${rest}`]
const newest = await (await admin.request.get('/api/secure-management/purchases?limit=1')).json()
const [{ id: order, userId: buyer }] = newest.data
/** By the picture's name: the viewer, the page's path, and the viewer's actions before the screenshot. */
const screens = {
  landing: [visitor, '/'],
  pricing: [visitor, '/pricing'],
  products: [visitor, '/products'],
  product: [visitor, '/products/monad'],
  changelog: [visitor, '/changelog'],
  verify: [visitor, '/verify'],
  log: [visitor, '/log'],
  'log-entry': [visitor, '/log/entry/1'],
  auth: [visitor, '/auth'],
  'forgot-password': [visitor, '/forgot-password'],
  'reset-password': [visitor, '/reset-password#token=a-token-that-shows-the-form'],
  'verify-email': [visitor, '/verify-email#token=a-token-that-nobody-was-sent'],
  'not-found': [visitor, '/nothing-here'],
  terms: [visitor, '/terms'],
  privacy: [visitor, '/privacy'],
  'refund-policy': [visitor, '/refund-policy'],
  licence: [visitor, '/licence'],
  about: [visitor, '/about'],
  contact: [visitor, '/#contact'],
  download: [visitor, links.download],
  newsletter: [visitor, links.newsletter],
  unsubscribe: [visitor, links.unsubscribe],
  cancel: [visitor, '/cancel'],
  'payment-received': [visitor, '/payment/success?source=card&status=paid'],
  'payment-cancelled': [visitor, '/payment/cancel'],
  'management-access': [visitor, '/secure-portal/management-access'],
  'mobile-menu': [
    phone,
    '/',
    async (page) => {
      await page.getByRole('button', { name: /menu/i }).click()
      await page.getByRole('dialog').waitFor()
    },
  ],
  checkout: [customer, '/checkout?productId=6&purchaseType=one-time'],
  'coinbase-checkout': [customer, '/coinbase-checkout?productId=6'],
  success: [
    customer,
    `/success?session_id=${paid}&source=stripe`,
    (page) => page.getByRole('button', { name: 'Stay on this page' }).click({ timeout: 3000 }),
  ],
  'dashboard-overview': dashboard('overview'),
  'dashboard-scripts': dashboard('scripts'),
  'dashboard-products': dashboard('products'),
  'dashboard-subscriptions': dashboard('subscriptions'),
  'dashboard-referrals': dashboard('referrals'),
  'dashboard-profile': dashboard('profile'),
  'dashboard-lockdown': dashboard('profile&show=lockdown'),
  notifications: [
    customer,
    '/dashboard',
    (page) =>
      page
        .getByRole('button', { name: /^Notifications/ })
        .first()
        .click(),
  ],
  'admin-overview': panel('overview'),
  'admin-products': panel('products'),
  'admin-product': panel('products', '&product=7'),
  'admin-publishers': panel('publishers'),
  'admin-users': panel('users'),
  'admin-user': panel('users', `&user=${buyer}`),
  'admin-orders': panel('orders'),
  'admin-order': panel('orders', `&order=${order}`),
  'admin-coupons': panel('coupons'),
  'admin-stats': panel('stats'),
  'admin-deliver': panel('deliver'),
  'admin-recovery': panel('recovery'),
  'admin-payouts': panel('payouts'),
  'admin-inbox': panel('inbox'),
  'admin-mails': panel('mails'),
  'admin-audit': panel('audit'),
  'admin-security': panel('security'),
  recovery: [admin, '/secure-management/recovery'],
  'emergency-recovery': [visitor, '/emergency-recovery/2'],
  'test-email': [admin, '/test-email'],
  'test-coupon': [admin, '/test-coupon'],
}

for (const [name, [page, path, first]] of Object.entries(screens)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  try {
    // about:blank first, so that the page is reloaded even if only the fragment differs.
    await page.goto('about:blank')
    await page.goto(path)
    await page.mouse.move(600, 3, { steps: 2 })
    await page.waitForTimeout(first ? 600 : 1500)
    await first?.(page)
    if (first) await page.waitForTimeout(900)
    const raw = `${folder}${name}.raw.png`
    await page.screenshot({ path: raw })
    const width = page === phone ? '390' : '720'
    execFileSync('convert', [raw, '-resize', width, '+dither', '-colors', '64', `PNG8:${folder}${name}.png`])
    rmSync(raw)
    console.log(name)
  } catch (error) {
    console.error(name, error)
    process.exitCode = 1
  }
}
await browser.close()

async function signIn(username, password) {
  const context = await browser.newContext(settings)
  const answer = await context.request.post('/api/auth/login', { data: { username, password } })
  if (!answer.ok()) throw new Error(`${username}: ${answer.status()} ${await answer.text()}`)
  return context.newPage()
}

/** Valid links from the sandbox's inbox; without a mail a path without a token, whose page says that it is invalid. */
async function newsletterLinks() {
  const email = 'screens@reader.example'
  const found = async (part) => {
    const mails = await (await customer.request.get(`/sandbox/mail.json?to=${email}`)).json()
    return mails.flatMap((mail) => mail.links).find((link) => link.includes(part)) ?? `/${part}`
  }
  const about = { firstName: 'A', lastName: 'Reader', subject: 'News', message: 'The newsletter, please.' }
  await customer.request.post('/api/contact', { data: { ...about, email, newsletter: true } })
  await customer.waitForTimeout(3000)
  return {
    newsletter: await found('newsletter'),
    unsubscribe: await found('unsubscribe'),
    download: '/download#token=a-token-that-nobody-was-sent',
  }
}

/** Makes a purchase and returns the session id of the sandbox's payment page. */
async function buy(productId, purchaseType) {
  const created = await customer.request.post('/api/payment/create', {
    data: {
      productId,
      provider: 'stripe',
      email: 'demo@windfall.example',
      clientPaymentId: `screens-${Date.now()}`,
      purchaseType,
    },
  })
  // The customer has the product from an earlier run, and cannot buy it again. Only its success page is not available.
  if (created.status() === 409) return 'cs_test_bought_before'
  if (!created.ok()) throw new Error(await created.text())
  const { pathname } = new URL((await created.json()).data.url)
  await customer.request.post(`${pathname}/pay`, { maxRedirects: 0 })
  return pathname.split('/').pop()
}
