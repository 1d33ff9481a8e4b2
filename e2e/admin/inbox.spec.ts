import { logInAsAdmin, mailsTo, newAccount, ownOrigin, registerByApi, watchConsole } from '../testing/shop.ts'
import { expectSound } from '../testing/sound.ts'
import { DEEP, expect, type Page, test } from '../testing/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const INBOX = '/secure-management/admin-dashboard?tab=inbox'

const toastOf = (page: Page) => page.locator('[data-tone]')

let count = 0
const aSubject = () => {
  count += 1
  return `Question ${Date.now().toString(36)}-${count}`
}

async function writes(page: Page, baseURL: string | undefined, more: object = {}) {
  const letter = {
    firstName: 'Ada',
    lastName: 'Byron',
    email: newAccount().email,
    subject: aSubject(),
    message: 'Does it keep\nmy line breaks?',
    ...more,
  }
  const sent = await page.request.post('/api/contact', { data: letter, headers: ownOrigin(baseURL) })
  expect(sent.status()).toBe(201)
  return letter
}

const open = (page: Page, subject: string) => page.getByRole('link', { name: subject, exact: true }).click()

// spec: contact-inbox
test('a contact message appears in the inbox and is answered once, by a mail that quotes it', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  test.setTimeout(120_000)
  const [subject, { email }] = [aSubject(), newAccount()]
  const visitor = await (await browser.newContext({ baseURL })).newPage()
  await visitor.goto('/#contact')
  await visitor.getByLabel('First name').fill('Ada')
  await visitor.getByLabel('Last name').fill('Byron')
  await visitor.getByLabel('Email').first().fill(email)
  await visitor.getByLabel('Subject').fill(subject)
  await visitor.getByLabel('Message').fill('Does it run offline?\nSee https://evil.test/page')
  await visitor.getByRole('button', { name: 'Send message' }).click()
  await expect(toastOf(visitor)).toContainText('Message sent!')

  const complaints = watchConsole(page)
  await logInAsAdmin(page.request, baseURL)
  await page.goto(INBOX)
  await open(page, subject)
  await expect(page).toHaveURL(/tab=inbox&message=\d+/)
  await expect(page.getByText('Does it run offline?')).toHaveText(
    'Does it run offline?\nSee https://evil.test/page',
  )
  await expect(page.locator('a[href*="evil.test"]')).toHaveCount(0)
  await expect(page.getByText('No account has confirmed this address')).toBeVisible()
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Write an answer')).toBeVisible()
  await page.getByLabel('Your answer').fill('Yes, it does.\n\nGood luck!')

  // An accidental click on another tab and a reload both keep the draft.
  await page.getByRole('tab', { name: 'Coupons' }).click()
  await page.goBack()
  await expect(page.getByLabel('Your answer')).toHaveValue('Yes, it does.\n\nGood luck!')
  await page.reload()
  await expect(page.getByLabel('Your answer')).toHaveValue('Yes, it does.\n\nGood luck!')

  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(toastOf(page)).toContainText('Answer sent')
  await expect(page.getByLabel('Your answer')).toHaveCount(0)
  await expect(page.getByText('Yes, it does.')).toBeVisible()
  await expect(page.getByText('by admin')).toBeVisible()
  await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 20_000 })
  const answers = async () =>
    (await mailsTo(page.request, email)).filter((mail) => mail.subject === `Re: ${subject}`)
  await expect.poll(async () => (await answers()).length).toBe(1)
  const [mail] = await answers()
  expect(mail?.text).toContain('Yes, it does.\n\nGood luck!')
  expect(mail?.text).toContain('> Does it run offline?\n> See https://evil.test/page')

  await page.getByRole('link', { name: 'Inbox', exact: true }).click()
  await expect(page.getByRole('link', { name: subject })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Answered or closed' }).click()
  await expect(page.getByRole('row').filter({ hasText: subject })).toContainText('Answered')
  expect(complaints).toEqual([])
})

test('a message that needs no answer is closed without a mail, and opened again', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  const { subject, email } = await writes(page, baseURL)
  const other = await writes(page, baseURL, { email: email.toUpperCase() })
  await logInAsAdmin(page.request, baseURL)
  await page.goto(`${INBOX}&q=${email}`)
  await expect(page.getByRole('row')).toHaveCount(3)
  await open(page, subject)
  await expect(page.getByRole('link', { name: other.subject })).toBeVisible()
  await page.getByRole('button', { name: 'Close without an answer' }).click()
  await expect(toastOf(page)).toContainText('No mail was sent.')
  await expect(page.getByText('Closed without an answer')).toBeVisible()
  await page.getByRole('button', { name: 'Open again' }).click()
  await expect(page.getByLabel('Your answer')).toBeVisible()
  expect(await mailsTo(page.request, email)).toEqual([])
})

test('the second of two admins to answer gets a notice, keeps the draft, and sees the answer', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  const { subject, email } = await writes(page, baseURL)
  await logInAsAdmin(page.request, baseURL)
  await page.goto(INBOX)
  await open(page, subject)
  await page.getByLabel('Your answer').fill('My answer')
  const id = new URL(page.url()).searchParams.get('message')
  const first = await page.request.post(`/api/secure-management/contact-messages/${id}/answer`, {
    data: { answer: 'The first answer' },
    headers: ownOrigin(baseURL),
  })
  expect(first.status()).toBe(200)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(toastOf(page)).toContainText('Somebody has answered or closed this message already.')
  await expect(page.getByText('The first answer')).toBeVisible()
  await page.getByRole('button', { name: 'Open again' }).click()
  await expect(page.getByLabel('Your answer')).toHaveValue('My answer')
  await expect.poll(async () => (await mailsTo(page.request, email)).length).toBe(1)
})

test('markup in a message is shown as text, next to the account that confirmed the address', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  const account = newAccount()
  const theirs = await (await browser.newContext({ baseURL })).newPage()
  await registerByApi(theirs.request, baseURL, account)
  const confirm = async () =>
    (await mailsTo(page.request, account.email))
      .flatMap(({ links }) => links)
      .find((link) => /verify/.test(link))
  await expect.poll(confirm, { timeout: 30_000 }).toBeTruthy()
  await theirs.goto((await confirm()) ?? '')
  await expect(theirs.getByText(/confirmed/i).first()).toBeVisible()
  const { subject } = await writes(page, baseURL, {
    email: account.email,
    message: '<img src=x onerror="document.title=1">\u202Egpj.exe javascript:alert(1)',
  })
  await logInAsAdmin(page.request, baseURL)
  await page.goto(INBOX)
  await open(page, subject)
  await expect(page.getByText('<img src=x onerror="document.title=1">[U+202E]gpj.exe')).toBeVisible()
  await expect(page.getByRole('link', { name: account.username })).toHaveAttribute(
    'href',
    /tab=users&user=\d+/,
  )
})

test('the inbox is sound at every width in both themes, also with very long words', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const endless = { firstName: 'N'.repeat(100), message: 'x'.repeat(3000) }
  const { subject } = await writes(page, baseURL, {
    ...endless,
    subject: `W${'w'.repeat(100)}${aSubject()}`.slice(0, 120),
  })
  await logInAsAdmin(page.request, baseURL)
  await page.goto(INBOX)
  await expect(page.getByRole('link', { name: subject })).toBeVisible()
  await expectSound(page, 'inbox')
  await open(page, subject)
  await expect(page.getByLabel('Your answer')).toBeVisible()
  await expectSound(page, 'message')
})
