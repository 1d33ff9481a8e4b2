import { createHash } from 'node:crypto'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'

export type Account = { username: string; email: string; password: string }

let count = 0
/** An account with a unique name, because tests share one shop. */
export function newAccount(): Account {
  count += 1
  const username = `e2e-${Date.now().toString(36)}-${count}`
  return { username, email: `${username}@buyer.example`, password: 'correct horse 9' }
}

/** Registers through the form, as a person would. */
export async function registerOn(page: Page, account: Account): Promise<void> {
  await page.getByRole('tab', { name: 'Register' }).click()
  // Until the tab has opened, the fields of the login form have these labels too.
  const form = page.getByRole('tabpanel', { name: 'Register' })
  await form.getByLabel('Username').fill(account.username)
  await form.getByLabel('Email').fill(account.email)
  await form.getByLabel('Password', { exact: true }).fill(account.password)
  await form.getByLabel('Confirm password').fill(account.password)
  await form.getByRole('button', { name: /^(create account|register|sign up)$/i }).click()
}

/** Logs in through the form of the open page. `username`: also an email address. */
export async function logInOn(
  page: Page,
  { username, password }: Pick<Account, 'username' | 'password'>,
): Promise<void> {
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Login' }).click()
}

/** The Origin header of the shop's pages, required with every unsafe call. */
export const ownOrigin = (baseURL: string | undefined) => ({ origin: baseURL ?? '' })

/** Registers by API, for tests about something else. The session is in the given context. */
export async function registerByApi(
  request: APIRequestContext,
  baseURL: string | undefined,
  account: Account,
) {
  const { username, email, password } = account
  const answer = await request.post('/api/auth/register', {
    data: { username, email, password },
    headers: ownOrigin(baseURL),
  })
  expect(answer.status()).toBe(201)
}

/** One of the demo accounts of every local run. */
export const ADMIN = { username: 'admin', password: 'admin-password' }

/** Replaces the context's session with an admin session. */
export async function logInAsAdmin(request: APIRequestContext, baseURL: string | undefined) {
  const answer = await request.post('/api/auth/login', { data: ADMIN, headers: ownOrigin(baseURL) })
  expect(answer.status()).toBe(200)
}

const ADMIN_PRODUCTS = '/api/secure-management/products'
/** Pages that list the products. The shop serves a rendered page from its cache for up to 30 seconds. */
const PAGES_WITH_PRODUCTS = ['/', '/products', '/changelog']

/**
 * Deletes the products whose names start with `beginning`, until no page shows one: other tests use the same shop.
 * `request`: a context of its own, which gets an admin's session.
 */
export async function deleteProducts(
  request: APIRequestContext,
  baseURL: string | undefined,
  beginning: string,
) {
  await logInAsAdmin(request, baseURL)
  const query = `state=listed&q=${encodeURIComponent(beginning)}`
  const { data } = await (await request.get(`${ADMIN_PRODUCTS}?${query}`)).json()
  for (const { id } of data as { id: number }[]) {
    const deleted = await request.delete(`${ADMIN_PRODUCTS}/${id}`, { headers: ownOrigin(baseURL) })
    expect(deleted.status()).toBe(200)
  }
  for (const path of PAGES_WITH_PRODUCTS)
    await expect.poll(async () => (await request.get(path)).text()).not.toContain(beginning)
}

/** Buys by API with the context's session. Pays by the request that the button of the sandbox's payment page sends. */
export async function buyByApi(
  request: APIRequestContext,
  baseURL: string | undefined,
  account: Account,
  productId: number,
  purchaseType: 'one-time' | 'subscription' = 'one-time',
) {
  const created = await request.post('/api/payment/create', {
    headers: ownOrigin(baseURL),
    data: {
      productId,
      provider: 'stripe',
      email: account.email,
      clientPaymentId: `visit-${account.username}-${productId}`,
      purchaseType,
    },
  })
  const { id, url } = (await created.json()).data
  await request.post(`${new URL(url).pathname}/pay`, { maxRedirects: 0 })
  return id as number
}

export type SandboxMail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  links: string[]
}

export async function mailsTo(request: APIRequestContext, address: string): Promise<SandboxMail[]> {
  return (await request.get(`/sandbox/mail.json?to=${encodeURIComponent(address)}`)).json()
}

/** Confirms the account's address with the link of its welcome mail. */
export async function confirmByMail(
  request: APIRequestContext,
  baseURL: string | undefined,
  { email, password }: Account,
): Promise<void> {
  const tokenOf = async () =>
    (await mailsTo(request, email))
      .flatMap(({ links }) => links)
      .map((link) => /\/verify-email#token=([^&]+)/.exec(link)?.[1])
      .find((token) => token !== undefined)
  await expect.poll(tokenOf).toBeDefined()
  const data = { token: decodeURIComponent((await tokenOf()) ?? ''), password }
  const answer = await request.post('/api/auth/verify-email', { data, headers: ownOrigin(baseURL) })
  expect(answer.status(), await answer.text()).toBe(200)
}

const FILE_LINK = '/download#token='

/** The mail's link to the page of a file; empty: it has none. */
export const fileLinkOf = (mail: SandboxMail | undefined): string =>
  mail?.links.find((one) => one.includes(FILE_LINK)) ?? ''

/** The address of that file as mails had it before they named the page. It opens the file without the page's calls. */
export function fileAddressOf(mail: SandboxMail | undefined): string {
  const [shop = '', token = ''] = fileLinkOf(mail).split(FILE_LINK)
  return token === '' ? '' : `${shop}/api/download/file/${token.split('.')[1]}?token=${token}`
}

/** Only the receipts, without the mails about the account. */
export const receiptsTo = async (request: APIRequestContext, address: string) =>
  (await mailsTo(request, address)).filter(({ subject }) => subject.startsWith('Your receipt for '))

export async function setFaults(request: APIRequestContext, faults: Record<string, unknown>) {
  expect((await request.put('/sandbox/faults', { data: faults })).ok()).toBe(true)
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Collects the console's errors and warnings for the test to check. Call before the first navigation. */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

/** Wherever the pointer was: the first report of a pointer has no distance, and a pointer that stays reports nothing. */
export async function movePointer(page: Page): Promise<void> {
  for (const x of [5, 300]) await page.mouse.move(x, 5)
}

/**
 * Follows a link inside the page. Before the page is hydrated, a click loads the next document, which the Worker
 * renders with its data: then no `page.route` of the test is called.
 */
export async function clickHydrated(link: Locator): Promise<void> {
  await startApp(link.page())
  await link.click()
}

/** Starts the app of a calm page, and waits until it runs the page: hydrated, with all early events repeated. */
export async function startApp(page: Page): Promise<void> {
  await movePointer(page)
  // The pages with `calm: 'control'` start at a control, or at a shortcut.
  await page.keyboard.press('Control')
  await expect(page.locator('html')).toHaveAttribute('data-app', 'running')
}
