import { buyByApi, logInAsAdmin, mailsTo, newAccount, registerByApi, setFaults } from './testing/shop.ts'
import { type APIRequestContext, DEEP, expect, type Page, request as requests, test } from './testing/test.ts'

const PANEL = '/secure-management/admin-dashboard'
const SUPPORT = 'support@windfall.example'
const MINUTE_MS = 60_000
const json = { headers: { accept: 'application/json' } }

test.afterEach(({ request }) => request.delete('/sandbox/faults').then(() => undefined))

/** An alert: a row of the live feed and a mail to support. `order` finds the row where it names no buyer. */
type Alert = { who: string; row: string; subject: string; order?: number }

const addressOf = (name: string) => `${newAccount().username}-${name}@buyer.example`

const payAtLink = (request: APIRequestContext, email: string, plan = 'monad') =>
  request.post(`/sandbox/pay/${plan}/card/pay`, { ...json, data: { email } })

type Order = { id: number; status: string }

const ordersOf = async (page: Page, email: string): Promise<Order[]> => {
  const query = new URLSearchParams({ q: email })
  return (await (await page.request.get(`/api/secure-management/purchases?${query}`)).json()).data
}

const expectStatus = (page: Page, email: string, status: RegExp) =>
  expect.poll(async () => (await ordersOf(page, email))[0]?.status).toMatch(status)

/** Buys without an account. Returns the order and the id of its Stripe PaymentIntent. */
async function aGuestsPayment(page: Page, email: string) {
  await payAtLink(page.request, email)
  await expectStatus(page, email, /^completed$/)
  const [order] = await ordersOf(page, email)
  const answer = await page.request.get(`/api/secure-management/payments/${order?.id}`)
  return { order: order?.id ?? 0, intent: (await answer.json()).data.ids.intentId as string }
}

async function aWrongAmount(request: APIRequestContext, baseURL: string | undefined): Promise<Alert> {
  const [account, customer] = [newAccount(), await requests.newContext({ baseURL })]
  await registerByApi(customer, baseURL, account)
  await setFaults(request, { tamper: { amount: 100 } })
  await buyByApi(customer, baseURL, account, 1)
  const row = `by ${account.username} needs attention`
  return { who: account.email, row, subject: 'needs attention' }
}

async function aSecondPayment(request: APIRequestContext): Promise<Alert> {
  const who = addressOf('twice')
  for (const _ of [1, 2]) await payAtLink(request, who, 'lifetime')
  return { who, row: `was refunded to ${who}`, subject: 'needs attention' }
}

async function aReceiptThatBounces(request: APIRequestContext): Promise<Alert> {
  const who = addressOf('bounces')
  await setFaults(request, { mailFates: { [who]: 'bounce' } })
  await payAtLink(request, who)
  return { who, row: who, subject: 'Not delivered: ' }
}

/** Makes the bank act on a completed payment. `again` acts on the result of the first action. */
async function aBanksMove(
  page: Page,
  bank: { does: string; again?: (made: { id: string }) => string },
  { row, subject }: { row: (who: string) => string; subject: string },
): Promise<Alert> {
  const who = addressOf('bank')
  const { order, intent } = await aGuestsPayment(page, who)
  const data = { payment_intent: intent }
  const made = await (await page.request.post(bank.does, { ...json, data })).json()
  if (bank.again) {
    // The shop must have counted a refund first: one that fails before the shop asks about it is never counted.
    await expectStatus(page, who, /^(refunded|disputed)$/)
    await page.request.post(bank.again(made), json)
  }
  return { who, order, row: row(who), subject }
}

test('each event that costs money appears on an admin’s screen and in a mail to support within a minute', {
  tag: DEEP,
}, async ({ page, request, baseURL }) => {
  test.setTimeout(4 * MINUTE_MS)
  await logInAsAdmin(page.request, baseURL)
  await page.goto(PANEL)
  await expect(page.getByRole('main').getByText('Live Updates', { exact: true })).toBeVisible()
  const feed = page.getByRole('list', { name: 'Live activity' })
  const disputes = '/sandbox/stripe/disputes'
  const happenings: Record<string, () => Promise<Alert>> = {
    'a wrong amount': () => aWrongAmount(request, baseURL),
    'a second payment': () => aSecondPayment(request),
    'a receipt that bounces': () => aReceiptThatBounces(request),
    'a refund that the bank returns': () =>
      aBanksMove(
        page,
        { does: '/sandbox/stripe/refunds', again: ({ id }) => `/sandbox/stripe/refunds/${id}/fail` },
        { row: () => 'was returned to the shop', subject: 'did not go through' },
      ),
    'a dispute': () =>
      aBanksMove(page, { does: disputes }, { row: (who) => `${who} disputes`, subject: 'Dispute opened' }),
    'a dispute that is lost': () =>
      aBanksMove(
        page,
        { does: disputes, again: ({ id }) => `${disputes}/${id}/lost` },
        { row: () => 'was lost', subject: 'Dispute lost' },
      ),
    'an early fraud warning': () =>
      aBanksMove(
        page,
        { does: '/sandbox/stripe/fraud-warnings' },
        { row: (who) => `The bank of ${who} reports`, subject: 'fraud warning' },
      ),
  }
  for (const [name, happen] of Object.entries(happenings)) {
    const { who, row, subject, order } = await happen()
    const began = Date.now()
    const links = order === undefined ? feed.getByRole('link') : feed.locator(`a[href$="order=${order}"]`)
    const seen = links.filter({ hasText: row })
    const isMailed = async () =>
      (await mailsTo(request, SUPPORT)).some(
        (mail) => mail.subject.includes(subject) && mail.text.includes(who),
      )
    await Promise.all([
      expect(seen.first(), name).toBeVisible({ timeout: MINUTE_MS }),
      expect.poll(isMailed, { message: name, timeout: MINUTE_MS }).toBe(true),
    ])
    test.info().annotations.push({ type: name, description: `${Date.now() - began} ms` })
    if (name === 'a receipt that bounces') await request.delete('/sandbox/faults')
  }
})
