import { readFileSync } from 'node:fs'
import { PAGES, type PageEntry } from '#shared/pages/page-table.ts'
import {
  type Account,
  ADMIN,
  confirmByMail,
  fileLinkOf,
  logInAsAdmin,
  mailsTo,
  newAccount,
  registerByApi,
  setFaults,
  watchConsole,
} from '../testing/shop.ts'
import { ADMIN_TAB_NAMES, expectSound, SOUND_PAGES, settled } from '../testing/sound.ts'
import { DEEP, expect, type Page, type Route, test } from '../testing/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.afterEach(({ request }) => request.delete('/sandbox/faults').then(() => undefined))

const [ENTRANCE] = SOUND_PAGES.entrance
const [PANEL, TEST_EMAIL, TEST_COUPON] = SOUND_PAGES.admin
/** The demo admin's address in every local run. */
const ADMIN_EMAIL = 'admin@windfall.example'

const toastOf = (page: Page) => page.locator('[data-tone]')
const form = (page: Page) => page.getByRole('tabpanel')
const json = (status: number, body: unknown) => (route: Route) => route.fulfill({ status, json: body })

/** The ADMIN_KEY of local runs. */
const adminKey = () => /^ADMIN_KEY=(.+)$/m.exec(readFileSync('.dev.vars.example', 'utf8'))?.[1] ?? ''

async function logIn(page: Page, { username, password }: Pick<Account, 'username' | 'password'>) {
  await form(page).getByLabel('Username').fill(username)
  await form(page).getByLabel('Password', { exact: true }).fill(password)
  await form(page).getByRole('button', { name: 'Login' }).click()
}

async function choose(page: Page, product: RegExp) {
  await page.getByRole('combobox', { name: 'Product' }).click()
  await page.getByRole('option', { name: product }).click()
}

/** The pages behind the admins' guard. */
const guardedPages = () =>
  Object.entries<PageEntry>(PAGES).flatMap(([path, page]) =>
    !page.public && page.guard === 'admin' ? [path] : [],
  )

test.describe('the pages for admins', () => {
  test('in the tests below are all pages that the router guards', () => {
    expect(guardedPages().toSorted()).toEqual([...SOUND_PAGES.admin, ...SOUND_PAGES.recovery].toSorted())
  })

  for (const path of [
    ...SOUND_PAGES.recovery,
    `${PANEL}?tab=users&user=1`,
    `${PANEL}?tab=orders&order=1`,
    // One guard protects the whole panel: it does not know the tabs.
    `${PANEL}?tab=${ADMIN_TAB_NAMES[0]}`,
    `${PANEL}?tab=${ADMIN_TAB_NAMES.at(-1)}`,
  ]) {
    test(`${path} shows nothing to a visitor and a customer, and sends no admin request`, async ({
      page,
      baseURL,
    }) => {
      const asked: string[] = []
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (/^\/api\/(secure-management|recovery|coupons)/.test(pathname)) asked.push(pathname)
      })
      await page.goto(path)
      await expect(page).toHaveURL(ENTRANCE)
      await registerByApi(page.request, baseURL, newAccount())
      await page.goto(path)
      await expect(page).toHaveURL('/')
      await expect(toastOf(page)).toContainText('Access Denied')
      expect(asked).toEqual([])
    })
  }

  for (const path of SOUND_PAGES.admin) {
    // spec: route-admin
    test(`${path} leads a visitor to the admins’ login and a customer home, with Access Denied`, async ({
      page,
      baseURL,
    }) => {
      await page.goto(path)
      await expect(page).toHaveURL(ENTRANCE)
      await expect(toastOf(page)).toHaveCount(0)
      await registerByApi(page.request, baseURL, newAccount())
      await page.goto(path)
      await expect(page).toHaveURL('/')
      await expect(toastOf(page)).toContainText('Access Denied')
      await logInAsAdmin(page.request, baseURL)
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(
        { [PANEL]: 'Admin', [TEST_EMAIL]: 'Test email', [TEST_COUPON]: 'Test coupon' }[path],
      )
      await expect(page).toHaveURL(path)
    })
  }
})

test.describe('the admins’ login', () => {
  // spec: route-admin-login, admin-login-tabs, admin-login-rules
  test('has two tabs, requires both fields, and leads an admin to the panel', async ({ page }) => {
    await page.goto(ENTRANCE)
    await expect(page.getByRole('tab')).toHaveText(['Login', 'Create Admin'])
    await form(page).getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('Username is required')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()
    await logIn(page, { ...ADMIN, password: 'not the password' })
    await expect(toastOf(page)).toHaveText('Login failedInvalid username or password')
    await logIn(page, ADMIN)
    await expect(page).toHaveURL(PANEL)
    await expect(toastOf(page)).toContainText('Login successful')
    await page.goto(ENTRANCE)
    await expect(page).toHaveURL(PANEL)
  })

  // spec: admin-login-refused, error-make-admin
  test('shows a message to an account without admin rights', async ({ page, request, baseURL }) => {
    const account = newAccount()
    await registerByApi(request, baseURL, account)
    await page.goto(ENTRANCE)
    await logIn(page, account)
    const sentence = 'This account does not have admin privileges'
    await expect(toastOf(page)).toContainText('Access denied')
    await expect(toastOf(page)).toContainText(sentence)
    await expect(form(page).getByText(sentence)).toBeVisible()
    await expect(page).toHaveURL(ENTRANCE)
  })

  // spec: make-admin, admin-login-rules, error-make-admin
  test('makes an account an admin with the right key only', async ({ page, baseURL }) => {
    const account = newAccount()
    await registerByApi(page.request, baseURL, account)
    await confirmByMail(page.request, baseURL, account)
    await page.goto(ENTRANCE)
    await page.getByRole('tab', { name: 'Create Admin' }).click()
    const submit = form(page).getByRole('button', { name: 'Create Admin' })
    await submit.click()
    await expect(page.getByText('Username is required')).toBeVisible()
    await expect(page.getByText('Admin key is required')).toBeVisible()
    await form(page).getByLabel('Username').fill(account.username)
    await form(page).getByLabel('Admin key', { exact: true }).fill('a guess at the key of this shop')
    await submit.click()
    await expect(toastOf(page)).toContainText('Failed to create admin user')
    await expect(form(page).getByText('Access denied')).toBeVisible()
    expect((await (await page.request.get('/api/auth/me')).json()).data.isAdmin).toBe(false)

    await form(page).getByLabel('Admin key', { exact: true }).fill(adminKey())
    await submit.click()
    await expect(toastOf(page)).toContainText(`${account.username} is an admin now`)
    // The account is the signed-in one. Its sessions ended, so it logs in again.
    await expect(form(page).getByText(`${account.username} is an admin now. Log in`)).toBeVisible()
    await page.getByRole('tab', { name: 'Login' }).click()
    await logIn(page, account)
    await expect(page).toHaveURL(PANEL)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toBeVisible()
  })

  // spec: make-admin
  test('makes another account an admin, which can then log in', async ({ page, request, baseURL }) => {
    const account = newAccount()
    await registerByApi(request, baseURL, account)
    await confirmByMail(request, baseURL, account)
    await page.goto(ENTRANCE)
    await page.getByRole('tab', { name: 'Create Admin' }).click()
    await form(page).getByLabel('Username').fill(account.username)
    await form(page).getByLabel('Admin key', { exact: true }).fill(adminKey())
    await form(page).getByRole('button', { name: 'Create Admin' }).click()
    await expect(form(page).getByText(`${account.username} is an admin now. Log in`)).toBeVisible()
    await page.getByRole('tab', { name: 'Login' }).click()
    await logIn(page, account)
    await expect(page).toHaveURL(PANEL)
  })
})

test.describe('the mails of the panel', () => {
  const MAILS = `${PANEL}?tab=mails`
  const mail = {
    template: 'receipt',
    to: 'buyer@buyer.example',
    attempts: 8,
    lastError: '422: No such mailbox',
    userId: 1,
    paymentId: 12,
    createdAt: '2026-01-02T03:04:05.000Z',
    sentAt: null,
  }
  const list = (page: Page, status: string, data: unknown[], nextCursor: number | null = null) =>
    page.route(
      new RegExp(`/api/secure-management/email-deliveries\\?(.*&)?status=${status}(&|$)`),
      json(200, { success: true, data, nextCursor }),
    )
  const rows = (page: Page) => page.locator('#deliveries').getByRole('listitem')

  test('are listed by their real delivery status', async ({ page, request, baseURL }) => {
    const [sent, stuck] = [newAccount(), newAccount()]
    await registerByApi(request, baseURL, sent)
    await expect.poll(async () => (await mailsTo(request, sent.email)).length, { timeout: 30_000 }).toBe(1)
    await setFaults(request, { mail: 'fail' })
    await registerByApi(request, baseURL, stuck)
    await logInAsAdmin(page.request, baseURL)
    await page.goto(MAILS)
    await expect(page.getByRole('tab', { name: 'Not delivered' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Sent' }).click()
    await expect(rows(page).filter({ hasText: `welcome to ${sent.email}` })).toContainText('1 try')
    await expect(rows(page).filter({ hasText: stuck.email })).toHaveCount(0)
    await page.getByRole('tab', { name: 'Retrying' }).click()
    const waiting = rows(page).filter({ hasText: `welcome to ${stuck.email}` })
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(waiting).toHaveCount(1, { timeout: 1000 })
    }).toPass({ timeout: 30_000 })
    await expect(waiting.getByRole('button')).toHaveCount(0)
  })

  // spec: mail-resend-toasts
  test('that failed permanently are sent again by a button, which shows the result', async ({
    page,
    baseURL,
  }) => {
    await logInAsAdmin(page.request, baseURL)
    await list(page, 'dead', [{ ...mail, id: 7, status: 'dead' }])
    let answer = json(503, { success: false, message: 'The queue rests.' })
    await page.route('**/api/secure-management/email-deliveries/7/retry', (route) => answer(route))
    await page.goto(MAILS)
    await expect(rows(page)).toContainText('Receipt to buyer@buyer.example')
    await expect(rows(page)).toContainText('#7 · order #12')
    await expect(rows(page)).toContainText('8 tries')
    await expect(rows(page)).toContainText('422: No such mailbox')
    const again = page.getByRole('button', { name: 'Send mail #7 again' })
    await again.click()
    await expect(toastOf(page)).toContainText('Email Resend Failed')
    await expect(toastOf(page)).toContainText('The queue rests.')
    answer = json(200, { success: true, message: 'Email Resent' })
    await list(page, 'dead', [])
    await again.click()
    await expect(toastOf(page)).toContainText('Email Resent')
    await expect(page.getByText('There is no undelivered mail.')).toBeVisible()
  })

  test('show an empty state or an error with a retry, and load the next page on demand', async ({
    page,
    baseURL,
  }) => {
    await logInAsAdmin(page.request, baseURL)
    await list(page, 'dead', [])
    await list(page, 'retrying', [])
    await list(page, 'sent', [{ ...mail, id: 9, status: 'sent', attempts: 1 }], 9)
    await page.goto(MAILS)
    await expect(page.getByText('There is no undelivered mail.')).toBeVisible()
    await page.getByRole('tab', { name: 'Retrying' }).click()
    await expect(page.getByText('No mail is waiting for another try.')).toBeVisible()
    await page.getByRole('tab', { name: 'Sent' }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).not.toContainText('No such mailbox')
    await list(page, 'sent', [{ ...mail, id: 8, status: 'sent', attempts: 1 }])
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)

    await page.route(
      '**/api/secure-management/email-deliveries?*',
      json(500, { success: false, message: 'No.' }),
    )
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('The mails could not be loadedNo.')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('the test pages', () => {
  // spec: route-test-pages, call-test-mail, retry-once
  test('a test mail’s status is followed until it is sent; the mail arrives, and its link can be copied', {
    tag: DEEP,
  }, async ({ page, request, baseURL }) => {
    const inbox = async () => (await mailsTo(request, ADMIN_EMAIL)).length
    await logInAsAdmin(page.request, baseURL)
    await page.goto(TEST_EMAIL)
    const send = page.getByRole('button', { name: `Send to ${ADMIN_EMAIL}` })
    await expect(send).toBeDisabled()
    await choose(page, /^Monad Testnet Farmer – \$49\.00$/)
    const before = await inbox()
    // A slow mail provider, so that the page shows a status before Sent or Delivered.
    await setFaults(request, { mail: 'slow' })
    await send.click()
    const watch = page.getByRole('status')
    await expect(watch.getByText(/^(Queued|Sending|Sent|Delivered)$/)).toBeVisible()
    await expect(watch.getByText(/^(Sent|Delivered)$/)).toBeVisible({ timeout: 45_000 })
    await expect(page.getByRole('definition').filter({ hasText: ADMIN_EMAIL })).toBeVisible()
    await expect.poll(inbox, { timeout: 20_000 }).toBe(before + 1)
    const [mail] = await mailsTo(request, ADMIN_EMAIL)
    const link = fileLinkOf(mail)
    await expect(page.getByRole('button', { name: /^Copy download link/ })).toHaveAttribute('title', link)
  })

  // spec: error-test-mail
  test('a test mail that fails shows the server’s reason, or a fallback', async ({ page, baseURL }) => {
    await logInAsAdmin(page.request, baseURL)
    let message = 'This product has no file.'
    await page.route('**/api/test-email-delivery/*', (route) =>
      route.fulfill({ status: 422, json: { success: false, message } }),
    )
    await page.goto(TEST_EMAIL)
    await choose(page, /^Monad/)
    const send = page.getByRole('button', { name: `Send to ${ADMIN_EMAIL}` })
    await send.click()
    await expect(toastOf(page)).toHaveText('ErrorThis product has no file.')
    message = ''
    await send.click()
    await expect(toastOf(page)).toHaveText('ErrorFailed to send email')
  })

  // spec: route-test-pages
  test('trying a coupon shows the shop’s refusal or the discount', async ({ page, baseURL }) => {
    await logInAsAdmin(page.request, baseURL)
    await page.goto(TEST_COUPON)
    const validate = page.getByRole('button', { name: 'Validate' })
    await expect(validate).toBeDisabled()
    await choose(page, /^Monad Testnet Farmer/)
    await page.getByLabel('Coupon code').fill('ab')
    await validate.click()
    await expect(page.getByText('Code must be at least 3 characters')).toBeVisible()
    await page.getByLabel('Coupon code').fill('nosuchcode')
    await validate.click()
    const answer = page.getByRole('main').getByRole('status').last()
    await expect(answer.getByRole('heading', { name: 'Refused' })).toBeVisible()
    await expect(answer).toContainText('This coupon code is not valid.')

    let asked: unknown
    await page.route('**/api/coupons/validate', (route) => {
      asked = route.request().postDataJSON()
      return json(200, { success: true, data: OFFER })(route)
    })
    await page.getByLabel('Coupon code').fill('save20')
    await validate.click()
    await expect(answer.getByRole('heading', { name: 'SAVE20 applies' })).toBeVisible()
    await expect(answer.getByRole('definition')).toHaveText(['Percentage', 'All products', '$9.80', '$39.20'])
    expect(asked).toEqual({ code: 'SAVE20', scriptId: 1, amount: 49 })
    await choose(page, /^Soneium/)
    await expect(answer.getByRole('heading')).toHaveCount(0)
  })
})

const OFFER = {
  coupon: {
    id: 1,
    code: 'SAVE20',
    discountType: 'percentage',
    discountValue: 0.2,
    description: 'A fifth off',
    appliesTo: 'all',
  },
  discountAmount: 9.8,
  finalAmount: 39.2,
}

for (const [path, act] of [
  [ENTRANCE, null],
  [ENTRANCE, 'Create Admin'],
  // admin/tabs.spec.ts checks the panel.
  [TEST_EMAIL, 'send'],
  [TEST_COUPON, 'validate'],
] as const) {
  test(`${path} ${act ? `(${act}) ` : ''}is sound at every width, in both themes, without console errors or warnings`, {
    tag: DEEP,
  }, async ({ page, baseURL }) => {
    test.setTimeout(240_000)
    const complaints = watchConsole(page)
    if (path !== ENTRANCE) await logInAsAdmin(page.request, baseURL)
    await page.route('**/api/coupons/validate', json(200, { success: true, data: OFFER }))
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(page)
    if (act === 'Create Admin') {
      await page.getByRole('tab', { name: act }).click()
      await form(page).getByRole('button', { name: act }).click()
      await expect(page.getByText('Admin key is required')).toBeVisible()
    } else if (act !== null) {
      await expectSound(page, path)
      await choose(page, /^Monad/)
      if (act === 'validate') await page.getByLabel('Coupon code').fill('SAVE20')
      await page.getByRole('button', { name: act === 'send' ? /^Send to/ : 'Validate' }).click()
      await expect(page.getByRole('heading', { name: /^(Delivery|SAVE20 applies)$/ })).toBeVisible()
    }
    await expectSound(page, `${path} ${act ?? ''}`)
    expect(complaints).toEqual([])
  })
}

test('an admin page that cannot load the account shows an error and a retry', async ({ page, baseURL }) => {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  let failing = true
  await page.route('**/api/auth/me', (route) =>
    failing
      ? route.fulfill({ status: 500, json: { success: false, message: 'Something went wrong on our side.' } })
      : route.continue(),
  )
  await page.goto('/test-email')
  await expect(page.getByText('Your account could not be loaded')).toBeVisible()
  failing = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Access Denied').first()).toBeVisible()
})
