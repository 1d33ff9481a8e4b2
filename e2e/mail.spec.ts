import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  buyByApi,
  mailsTo,
  newAccount,
  ownOrigin,
  registerByApi,
  setFaults,
  watchConsole,
} from './testing/shop.ts'
import { expectSound, SOUND_PAGES } from './testing/sound.ts'
import { type APIRequestContext, DEEP, expect, test } from './testing/test.ts'

const SUPPORT = 'support@windfall.example'

const message = (input: Record<string, unknown> = {}) => ({
  firstName: 'Ada',
  lastName: 'Byron',
  email: newAccount().email,
  subject: 'A question',
  message: 'Does the planner run without a network?',
  newsletter: false,
  ...input,
})

async function contact(request: APIRequestContext, baseURL: string | undefined, data: object) {
  const answer = await request.post('/api/contact', { data, headers: ownOrigin(baseURL) })
  expect(answer.status()).toBe(201)
}

/** Signs up for the newsletter. Returns the link of the confirmation mail. */
async function questionFor(request: APIRequestContext, baseURL: string | undefined): Promise<string> {
  const input = message({ newsletter: true })
  await contact(request, baseURL, input)
  await expect.poll(async () => (await mailsTo(request, input.email)).length).toBe(1)
  const [mail] = await mailsTo(request, input.email)
  return mail?.links[0] ?? ''
}

/** The path of an unsubscribe link, signed with the key of local runs as the shop does. */
function unsubscribePath(body: string): string {
  const key = /^LINK_SIGNING_KEY=(.*)$/m.exec(readFileSync('.dev.vars', 'utf8'))?.[1] ?? ''
  const signature = createHmac('sha256', key).update(`unsubscribe.v1:${body}`).digest('base64url')
  return `/unsubscribe#token=${body}.${signature}`
}

test('a message from the contact form is in support’s inbox', async ({ request, baseURL }) => {
  const input = message({ subject: `Question ${Date.now()}` })
  await contact(request, baseURL, input)
  await expect
    .poll(async () => (await mailsTo(request, SUPPORT)).map(({ subject }) => subject))
    .toContain(`Contact: ${input.subject}`)
})

test('a receipt that bounces shows a notice on the dashboard, with links to the files and to a change of address', async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const complaints = watchConsole(page)
  const account = newAccount()
  await setFaults(request, { mailFates: { [account.email]: 'bounce' } })
  await registerByApi(page.request, baseURL, account)
  await buyByApi(page.request, baseURL, account, 2, 'subscription')
  await page.goto('/dashboard')
  const notice = page.getByRole('region', { name: 'Email address' })
  await expect(notice).toContainText(`An email to ${account.email} could not be delivered`)
  await expectSound(page, 'dashboard, mail came back')
  await expect(notice.getByRole('link', { name: 'My files' })).toHaveAttribute('href', /tab=products/)
  await notice.getByRole('link', { name: 'Change address' }).click()
  await expect(page.getByRole('button', { name: 'Change email' })).toBeVisible()
  await request.delete('/sandbox/faults')
  expect(complaints).toEqual([])
})

test('opening the newsletter’s confirmation link changes nothing, and its button subscribes', async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const complaints = watchConsole(page)
  const address = await questionFor(request, baseURL)
  expect(address).toContain('/newsletter#token=')
  const calls: string[] = []
  page.on('request', (call) => {
    if (call.method() !== 'GET') calls.push(call.url())
  })
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Confirm the newsletter' })).toBeVisible()
  await expectSound(page, 'newsletter, asking')
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'Confirm' }).click()
  const done = page.getByRole('heading', { name: 'You are subscribed' })
  await expect(done).toBeVisible()
  await expect(done).toBeFocused()
  await expectSound(page, 'newsletter, done')
  expect(complaints).toEqual([])
})

test('the unsubscribe page names the emails, unsubscribes on confirmation, and shows the result', async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const complaints = watchConsole(page)
  await registerByApi(request, baseURL, newAccount())
  const me = (await (await request.get('/api/auth/me')).json()).data as { id: number }
  await page.goto(unsubscribePath(`newAirdrops.${me.id}`))
  await expect(page.getByText('emails about new scripts')).toBeVisible()
  await expectSound(page, 'unsubscribe, asking')
  await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeFocused()
  await expectSound(page, 'unsubscribe, done')
  await expect(page.getByRole('link', { name: 'Open your profile' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('an altered link and one without a token show an error; a failed unsubscription can be retried', {
  tag: DEEP,
}, async ({ page }) => {
  for (const path of SOUND_PAGES.mailed) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    await expectSound(page, `${path} without a token`)
  }
  await page.goto('/unsubscribe#token=newAirdrops.1.altered')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('This link is not valid.')).toBeVisible()

  await page.route('**/api/email/unsubscribe/confirm', (route) => route.abort())
  await page.goto('/')
  await page.goto(unsubscribePath('newsletter.1'))
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('The shop could not be reached.')).toBeVisible()
  await page.unroute('**/api/email/unsubscribe/confirm')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
})
