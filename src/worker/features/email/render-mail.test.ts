import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { BRAND } from '#shared/core/brand.ts'
import { configOf } from '../../providers/config.ts'
import { aUser } from '../../testing/clients.ts'
import { aProduct, aRelease, stockPlans } from '../../testing/products.ts'
import { booksOf, bought } from '../../testing/purchases.ts'
import { sandbox } from '../../testing/sandbox.ts'
import { consume, withPausedQueue } from '../../testing/shop.ts'
import type { MailToWrite } from './mail-rules.ts'
import { renderMail } from './render-mail.ts'
import type { Delivery } from './store.ts'

beforeAll(sandbox.calm)
beforeAll(stockPlans)

const at = Date.UTC(2027, 1, 21, 23, 59)
const nasty = '<b>"Farm"</b> & \'co\''
const sha256 = 'ab'.repeat(32)
const file = { name: 'farm.zip', version: '1.2', sha256 }
const product = { productId: 7, productName: nasty, slug: 'farm', version: '1.2' }

const WITHDRAWAL = {
  reference: 'W-ABC',
  receivedAt: at,
  name: nasty,
  paymentId: 41,
  productName: nasty,
  amountCents: 1950,
  isMonth: false,
  isCrypto: false,
  statement: nasty,
}

/** Data of every mail, with text that would be markup if it were not escaped. */
const MAILS: { [Name in MailToWrite['template']]: Extract<MailToWrite, { template: Name }>['data'] } = {
  receipt: {
    paymentId: 41,
    productId: 7,
    productName: nasty,
    amountCents: 123_456,
    paidAt: at,
    renewsAt: at,
    purchaseType: 'subscription',
    transactionId: 'pi_123',
    paidUntil: at,
    file,
    renewalCents: 2999,
    trialDays: 0,
  },
  'money-moved': {
    paymentId: 41,
    productName: nasty,
    amountCents: 1950,
    refundedCents: 500,
    status: 'partially_refunded',
    isMonth: false,
    keepsAccess: false,
    wasRefunded: false,
    isCrypto: false,
    isSecond: false,
    couponReused: false,
    disputeEnded: false,
    failedCents: 0,
    subscriptionEnded: false,
  },
  'wrong-payment-refunded': { paymentId: 41, productName: nasty, refundedCents: 500, isCrypto: false },
  'log-mismatch': { problem: nasty },
  'failed-logins': { username: nasty, noticedAt: at },
  'budget-reached': { kind: 'free order', scope: nasty },
  'security-alert': { kind: 'login_failed', count: 51, since: at },
  'file-damaged': { releaseId: 5, version: nasty },
  'publisher-key': {
    change: 'add',
    name: nasty,
    fingerprint: 'SHA256:abc',
    by: nasty,
    ip: '192.0.2.1',
    effectiveAt: at,
  },
  'staff-notice': { event: 'login', by: nasty, about: nasty, detail: nasty, ip: '192.0.2.1', at },
  'file-ready': { paymentId: 41, productId: 7, productName: nasty, file },
  'second-payment': { paymentId: 41, productName: nasty, amountCents: 1950, couponReused: false },
  'withdrawal-received': WITHDRAWAL,
  'withdrawal-notice': { ...WITHDRAWAL, email: 'x@mail.test' },
  'withdrawal-passed-on': { reference: 'W-ABC', receivedAt: at, name: nasty, order: nasty },
  'refund-review': {
    paymentId: 41,
    productName: nasty,
    amountCents: 1950,
    refundCents: 1950,
    email: 'x@mail.test',
    note: nasty,
  },
  'refund-trouble': {
    paymentId: 41,
    productName: nasty,
    amountCents: 1950,
    refundCents: 500,
    email: 'x@mail.test',
    reason: nasty,
    what: 'failed',
  },
  dispute: {
    paymentId: 41,
    productName: nasty,
    email: 'x@mail.test',
    paidCents: 1950,
    about: 'dispute',
    status: 'needs_response',
    reason: nasty,
    amountCents: 1950,
    currency: 'usd',
    dueAt: at,
  },
  'refund-declined': { paymentId: 41, productName: nasty, note: nasty },
  'refund-claim': {
    paymentId: 41,
    productName: nasty,
    refundCents: 1950,
    claimUrl: 'https://pay.example/claim/1',
  },
  'crypto-amount': {
    paymentId: 41,
    productName: nasty,
    amountCents: 1950,
    receivedCents: 1000,
    about: 'short',
    claimUrl: null,
  },
  alert: { paymentId: 41, productName: nasty, amountCents: 1, email: 'x@mail.test', reason: nasty },
  'renewal-failed': { subscriptionId: 9, productName: nasty, until: at, firstCharge: false },
  'renewal-recovered': { subscriptionId: 9, productName: nasty, renewsAt: at },
  'subscription-cancelled': { subscriptionId: 9, productName: nasty, until: at, isTrial: false },
  'subscription-resumed': {
    subscriptionId: 9,
    productName: nasty,
    renewsAt: at,
    monthlyCents: 2999,
    isTrial: true,
  },
  'trial-ending': { subscriptionId: 9, productName: nasty, endsAt: at, monthlyCents: 2999 },
  'trial-stopped': { paymentId: 41, productId: 7, productName: nasty, monthlyCents: 2999, why: 'used' },
  'checkout-reminder': {
    paymentId: 41,
    productId: 7,
    productName: nasty,
    slug: 'farm',
    amountCents: 1950,
    purchaseType: 'one-time',
    startedAt: at,
    trialDays: 0,
    isGuest: true,
  },
  'order-address-corrected': { paymentId: 41 },
  'found-purchases': {
    purchases: [
      {
        paymentId: 41,
        orderReference: 'WF-7K3M-Q9TX',
        productId: 7,
        productName: nasty,
        paidAt: at,
        version: '1.1',
      },
    ],
    hasAccount: true,
  },
  'subscription-ended': {
    subscriptionId: 9,
    productId: 2,
    productName: nasty,
    endedAt: at,
    why: 'unpaid',
    may: 'subscribe',
  },
  'prepaid-ending': { subscriptionId: 9, productName: nasty, endsAt: at, priceCents: 2999, when: 'soon' },
  'subscription-lost': {
    subscriptionId: 9,
    productName: nasty,
    stripeSubscriptionId: 'sub_1',
    email: 'x@mail.test',
    endsAt: at,
  },
  'unknown-subscription': {
    stripeSubscriptionId: 'sub_1',
    invoiceId: 'in_1',
    amountCents: 2999,
    currency: 'usd',
    reason: nasty,
  },
  welcome: { username: nasty, nonce: 'n', expiresAt: at, registeredAt: at, network: '192.0.2.0/24' },
  'confirm-email': { username: nasty, nonce: 'n', expiresAt: at, inUse: false },
  'address-in-use': { username: nasty },
  'reset-password': { username: nasty, nonce: 'n', expiresAt: at },
  'email-change': { username: nasty, newEmail: 'new@mail.test', expiresAt: at },
  'password-changed': { username: nasty, changedAt: at, byReset: true },
  'factor-changed': { username: nasty, change: 'passkey-added', name: nasty, left: null, changedAt: at },
  'payout-address-changed': {
    username: nasty,
    before: '0xabcd…0123',
    paidFrom: at,
    address: '0x1234…cdef',
    changedAt: at,
  },
  'payout-paid': { period: '2027-01', totalCents: 123_456, address: '0x1234…cdef', reference: nasty },
  'account-lockdown': {
    username: nasty,
    lockedAt: at,
    ip: '192.0.2.1',
    device: 'Firefox on Linux',
    licences: 2,
    devices: 1,
    sessions: 3,
    mailedLinks: 1,
    leasesEndAt: at,
    downloads: [{ downloadedAt: at, productName: nasty, version: '1.2' }],
  },
  'account-deleted': { deletedAt: at, subscriptionsEnded: 1 },
  contact: { name: nasty, email: 'x@mail.test', subject: nasty, message: nasty },
  'support-answer': { name: nasty, subject: nasty, message: nasty, writtenAt: at, answer: nasty },
  newsletter: { subscriberId: 3, askedAt: at },
  'product-link': {
    productId: 7,
    productName: nasty,
    sender: nasty,
    by: 'owner',
    holder: { userId: 5 },
    file,
  },
  'new-script': { ...product, description: nasty, priceCents: 1950, included: false, reader: { userId: 5 } },
  'new-release': {
    ...product,
    changelog: nasty,
    riskier: [],
    isBeta: true,
    isSecurityUpdate: true,
    userId: 5,
    paymentId: null,
  },
  'release-withdrawn': {
    ...product,
    reason: nasty,
    advice: nasty,
    withdrawnAt: at,
    goodVersion: '1.1',
    userId: 5,
    paymentId: null,
  },
  'mail-undelivered': {
    deliveryId: 9,
    name: 'Receipt',
    email: 'x@mail.test',
    paymentId: 7,
    reason: nasty,
  },
  'updates-end': { productId: 7, productName: nasty, slug: 'farm', priceCents: 1950, endsAt: at, userId: 5 },
  'review-request': { productName: nasty, slug: 'farm', userId: 5 },
  'download-limit': { productName: nasty, limit: 'networks', worksAgainAt: at, hasAccount: true },
}
const names = Object.keys(MAILS) as MailToWrite['template'][]

const render = (template: string, data: unknown, userId: number | null = 1) => {
  const delivery = { template, data, userId, toAddress: 'reader@mail.test', queuedAt: at }
  return renderMail(delivery as Delivery, configOf(env))
}

describe.each(names)('the mail %s', (name) => {
  test('has the same content in HTML and in plain text, the shop’s name, and both colour schemes', async () => {
    const mail = await render(name, MAILS[name])
    expect(mail.to).toBe('reader@mail.test')
    expect(mail.html).toContain(`>${BRAND}<`)
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">')
    expect(mail.html).toMatch(/<html lang="en"/)
    expect(mail.html.match(/<h1/g)).toHaveLength(1)
    const decoded = mail.html
      .replace(/<head>.*<\/head>/s, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    const words = (text: string) =>
      new Set(
        text
          .replace(/https?:\S+/g, ' ')
          .split(/[\s:>]+/)
          .filter((word) => word.length > 2),
      )
    const [html, text] = [words(decoded), words(mail.text)]
    // The inbox preview is in the HTML only, so the comparison goes from text to HTML only.
    expect([...text].filter((word) => !html.has(word))).toEqual([])
    for (const [, url = ''] of mail.html.matchAll(/href="([^"]+)"/g))
      expect(mail.text).toContain(url.replaceAll('&#38;', '&'))
  })

  test('escapes markup in text that people wrote', async () => {
    const { html } = await render(name, MAILS[name])
    expect(html).not.toContain('<b>')
    expect(html).not.toContain('"Farm"')
  })

  test('is the same at every attempt', async () => {
    expect(await render(name, MAILS[name])).toEqual(await render(name, MAILS[name]))
  })

  test('has unsubscribe links only where it is an announcement', async () => {
    const { headers, text } = await render(name, MAILS[name])
    const isNews = [
      'new-script',
      'new-release',
      'updates-end',
      'review-request',
      'checkout-reminder',
    ].includes(name)
    expect(Object.keys(headers ?? {})).toEqual(isNews ? ['List-Unsubscribe', 'List-Unsubscribe-Post'] : [])
    expect(text.includes('/unsubscribe#token=')).toBe(isNews)
  })

  test('throws where the data do not match its template', async () => {
    await expect(render(name, { nothing: true })).rejects.toThrow()
  })
})

test('the announcement of a version that declares more than the one before it says what', async () => {
  const riskier = [
    { kind: 'environment', value: 'PROXY' },
    { kind: 'network', value: '*' },
    { kind: 'keys', value: 'needs-key' },
  ]
  const { text } = await render('new-release', { ...MAILS['new-release'], riskier })
  expect(text).toContain('New in what this version declares.')
  expect(text).toContain('Reads the environment variable PROXY')
  expect(text).toContain('Connects to any address that its settings name')
  expect(text).toContain('Needs a private key')
  expect((await render('new-release', MAILS['new-release'])).text).not.toContain('New in what')
})

test('the announcement of a security update promises it to every owner, but not where it is a beta version', async () => {
  const textOf = async (isBeta: boolean) =>
    (await render('new-release', { ...MAILS['new-release'], isBeta })).text
  expect(await textOf(false)).toMatch(/gets it, also after their 3 months of updates/)
  expect(await textOf(true)).toContain('This beta version repairs a security flaw.')
  expect(await textOf(true)).not.toContain('3 months')
})

test('the mail about a download limit tells a guest to register before support can lift it', async () => {
  const textOf = async (hasAccount: boolean) =>
    (await render('download-limit', { ...MAILS['download-limit'], hasAccount })).text
  expect(await textOf(true)).toContain('and we lift the limit')
  expect(await textOf(true)).not.toContain('register')
  expect(await textOf(false)).toContain('Please register with this email address first.')
})

test('a visitor’s subject and name are put on one line each, with hidden characters made visible', async () => {
  const data = {
    ...MAILS.contact,
    name: 'Ann\u202E',
    subject: 'Hi\r\nBcc: victim@mail.test',
    message: 'a\u0007b',
  }
  const { subject, text } = await render('contact', data)
  expect(subject).toBe('Contact: Hi Bcc: victim@mail.test')
  expect(text).toContain('From: Ann[U+202E]')
  expect(text).toContain('> a[U+0007]b')
})

test('each mail about a wrong crypto amount states the amount received and the buyer’s options', async () => {
  const text = async (about: string, receivedCents: number, claimUrl: string | null = null) =>
    (await render('crypto-amount', { ...MAILS['crypto-amount'], about, receivedCents, claimUrl })).text
  const page = '/success?session_id=41'
  const short = await text('short', 1000)
  for (const part of ['$10.00 of $19.50. $9.50 is still due', 'pay the amount due, or get back', page])
    expect(short).toContain(part)
  expect(short).toContain('The price stays as it was')
  const late = await render('crypto-amount', { ...MAILS['crypto-amount'], discountLost: true })
  expect(late.text).toContain('your discount had ended by then, so the full price applies')
  expect(late.text).not.toContain('stays as it was')
  const guest = await render('crypto-amount', { ...MAILS['crypto-amount'], isGuest: true }, null)
  expect(guest.text).toContain('register with this email address and confirm it')
  // The page of the payment needs an account.
  expect(guest.text).toContain('/auth?tab=register')
  expect(guest.text).not.toContain(page)
  expect(short).not.toContain('without an account')
  expect(await text('reminder', 1000)).toContain('We will not remind you again.')
  expect(await text('excess', 2000)).toContain('$0.50 more than the price')
  expect(await text('back', 1000)).toContain('to the wallet it came from')
  expect(await text('back', 1000, 'https://pay.test/claim')).toContain('https://pay.test/claim')
})

test('the mail about a crypto refund mentions no bank and no card', async () => {
  const refunded = { ...MAILS['money-moved'], status: 'refunded' as const }
  expect((await render('money-moved', refunded)).text).toContain('to show on your card')
  const { text } = await render('money-moved', { ...refunded, isCrypto: true })
  expect(text).not.toMatch(/bank|card/)
  expect(text).toContain('your wallet address')
})

test('the mail to support about a refund that is still tried asks for no second refund', async () => {
  const textOf = async (what: 'failed' | 'delayed' | 'uncounted') =>
    (await render('refund-trouble', { ...MAILS['refund-trouble'], what })).text
  expect(await textOf('failed')).toContain('email the buyer and agree on another way')
  for (const what of ['delayed', 'uncounted'] as const)
    expect(await textOf(what)).toMatch(/do not refund the buyer another way/i)
})

test('the mail about a full refund mentions a subscription only to a subscriber', async () => {
  const refunded = { ...MAILS['money-moved'], status: 'refunded' as const }
  const oneTime = (await render('money-moved', refunded)).text
  expect(oneTime).toContain('Your access from this order has ended')
  expect(oneTime).not.toMatch(/subscription|month|paid time/)
  const month = (await render('money-moved', { ...refunded, isMonth: true })).text
  expect(month).toContain('It was the latest payment of your subscription. The subscription has ended')
  expect(month).not.toContain('Your access from this order has ended')
  const earlier = (await render('money-moved', { ...refunded, isMonth: true, keepsAccess: true })).text
  expect(earlier).toContain('Your subscription and your access do not change.')
  expect(earlier).not.toContain('has ended')
  const prepaid = (await render('money-moved', { ...refunded, isMonth: true, isCrypto: true })).text
  expect(prepaid).toContain('The month of this payment is taken off your paid time')
})

test('the mail about a refund that failed while the payment was disputed is about the dispute', async () => {
  const data = { ...MAILS['money-moved'], failedCents: 500, refundedCents: 0 }
  const { subject, text } = await render('money-moved', { ...data, status: 'disputed' })
  expect(subject).toBe(`The payment for ${nasty} is disputed`)
  expect(text).not.toContain('You keep your access')
  const again = await render('money-moved', { ...data, status: 'refunded', wasRefunded: true })
  expect(again.text).toContain('Your access from this order stays ended.')
})

test('a subscription mail to a subscriber without an account explains how to register', async () => {
  for (const name of ['renewal-failed', 'prepaid-ending'] as const) {
    expect((await render(name, MAILS[name], null)).text).toContain('/auth?tab=register')
    expect((await render(name, MAILS[name])).text).not.toContain('register')
  }
  expect((await render('renewal-recovered', MAILS['renewal-recovered'], null)).text).not.toContain(
    '/dashboard',
  )
})

describe('a receipt', () => {
  test('of a bundle has a link, a hash and a licence key for each file, and names one that is missing', async () => {
    const product = { productId: 7, productName: 'Scroll', slug: 'scroll', file, licenceKey: 'WF-ONE' }
    const missing = { productId: 8, productName: 'Linea', slug: 'linea', file: null, licenceKey: 'WF-TWO' }
    const bundle = [product, { ...product, productId: 9, productName: 'Monad' }, missing]
    const data = { ...MAILS.receipt, file: null, licenceKey: null, renewsAt: null, bundle }
    const { text } = await render('receipt', data)
    expect(text).toContain('Contains: Scroll, Monad, Linea')
    expect(text).toContain('Download Scroll')
    expect(text.match(/\/download#token=41\.[79]\./g)).toHaveLength(2)
    expect(text.match(/WF-ONE/g)).toHaveLength(2)
    expect(text).toContain('Linea has no file at the moment')
    const ready = { paymentId: 41, productId: 5, productName: 'Two', file: null, bundle: [product] }
    expect((await render('file-ready', ready)).text).toContain('Download Scroll')
  })

  test('lists order, transaction, amount, renewal, file, guarantee and support address', async () => {
    const { text } = await render('receipt', MAILS.receipt)
    for (const part of [
      'Order: #41',
      'Transaction: pi_123',
      'Amount: $1,234.56',
      'Paid: 21 Feb 2027 (UTC)',
      'Renews: 21 Feb 2027 (UTC) at $29.99, then monthly until you cancel',
      'After that, your dashboard has the file for as long as the subscription runs.',
      'farm.zip, version 1.2',
      sha256,
      'My Subscriptions',
      '/dashboard?tab=subscriptions',
      '7-day money-back guarantee',
      configOf(env).supportEmail,
      'This link works until 28 Feb 2027 (UTC).',
    ])
      expect(text).toContain(part)
  })

  test('of a file in the public log links to its entry', async () => {
    const logged = { ...MAILS.receipt, file: { ...file, logIndex: 0 } }
    expect((await render('receipt', logged)).text).toContain(
      `Entry 0 of the public log:\n${configOf(env).publicUrl}/log/entry/0`,
    )
    expect((await render('receipt', MAILS.receipt)).text).not.toContain('public log')
  })

  test('of a file that can be run has three steps, with no colon after the full stop of a step', async () => {
    const run = {
      language: 'python',
      runtime: '',
      entry: 'farm.py',
      dependencies: [],
      folder: null,
      hasExample: false,
    }
    const { text } = await render('receipt', { ...MAILS.receipt, file: { ...file, run } })
    expect(text).toContain('Run it in three steps')
    expect(text).not.toMatch(/\.:$/m)
  })

  test('for a buyer without an account mentions no dashboard, and explains how to register', async () => {
    const { text } = await render('receipt', MAILS.receipt, null)
    expect(text).not.toMatch(/always has the file|\/dashboard/)
    for (const part of ['/auth?tab=register', 'register with this email address and confirm it'])
      expect(text).toContain(part)
    expect(text).toContain(`or by an email to ${configOf(env).supportEmail}`)
  })

  test('of a plan says where the other scripts are, one of a script does not', async () => {
    const plan = { ...MAILS.receipt, productId: PREMIUM_ID }
    const opens = `${plan.productName} includes every script in the shop.`
    expect((await render('receipt', plan)).text).toContain(`${opens} You find them all in your dashboard.`)
    expect((await render('receipt', plan, null)).text).toContain(
      `${opens} To get them, register with this email address and confirm it`,
    )
    expect((await render('receipt', { ...plan, productId: 7 })).text).not.toContain('every script')
  })

  test('of a one-time purchase mentions no subscription, and old data without a file or transaction can still be sent', async () => {
    const { transactionId: _, file: __, renewalCents: ___, paidUntil: ____, ...old } = MAILS.receipt
    const { text } = await render('receipt', { ...old, purchaseType: 'one-time', renewsAt: null })
    expect(text).not.toMatch(/My Subscriptions|Renews|Transaction|SHA-256|null|subscription runs/)
    expect(text).toContain('your dashboard always has the file.')
    // Data of a subscription from before receipts had the price of the next period.
    expect((await render('receipt', old)).text).toContain('Renews: 21 Feb 2027 (UTC), then monthly until')
  })

  test('names the file and the transaction of the purchase, even where a newer release exists when it is sent', async () => {
    const { bindings, sent } = withPausedQueue()
    const user = await aUser({ bindings })
    const made = await aProduct()
    const { paymentId } = await bought(user, made.id)
    await aRelease(made.id, { version: '9.9', publishedAt: Date.now() })
    await consume(sent)
    const [mail] = await sandbox.mails(user.email)
    expect(mail?.text).toContain('script.zip, version 1.0')
    expect(mail?.text).toContain(made.release.sha256)
    const { payment } = await booksOf(paymentId)
    const row = await env.DB.prepare('SELECT transaction_id FROM payments WHERE id = ?')
      .bind(paymentId)
      .first<{ transaction_id: string }>()
    expect(payment?.status).toBe('completed')
    expect(row?.transaction_id).toMatch(/^pi_/)
    expect(mail?.text).toContain(`Transaction: ${row?.transaction_id}`)
  })
})
