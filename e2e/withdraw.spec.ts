import { buyByApi, mailsTo, newAccount, registerByApi, watchConsole } from './testing/shop.ts'
import { expectSound, SOUND_PAGES } from './testing/sound.ts'
import { expect, SOUND, test } from './testing/test.ts'

const [PAGE] = SOUND_PAGES.withdraw

test('an owner withdraws from a contract, and a guest by the number of an order; both are confirmed', {
  tag: SOUND,
}, async ({ page, browser, baseURL }) => {
  const complaints = watchConsole(page)
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await buyByApi(page.request, baseURL, account, 1)
  await page.goto('/')
  await page.getByRole('link', { name: 'Withdraw from contract here' }).click()
  await expect(page).toHaveURL(PAGE)
  await expect(page.getByText(/^You can withdraw until /)).toBeVisible()
  await expectSound(page, 'withdraw')
  await page.getByRole('button', { name: /^Withdraw from the contract for / }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByLabel('Your name')).toHaveValue(account.username)
  await expect(dialog).toContainText('We refund $49.00 to you, to the card that you paid with.')
  await dialog.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(page.getByText(/^You withdrew on .* Reference W-/)).toBeVisible()
  await expect
    .poll(async () => (await mailsTo(page.request, account.email)).map(({ subject }) => subject), {
      timeout: 20_000,
    })
    .toContainEqual(expect.stringMatching(/^We received your withdrawal from order WF-\w{4}-\w{4}$/))
  expect(complaints).toEqual([])

  const stranger = await browser.newContext({ baseURL })
  const guest = await stranger.newPage()
  await guest.goto(PAGE)
  await guest.getByRole('button', { name: 'Continue' }).click()
  await expect(guest.getByText('Order number is required')).toBeVisible()
  await guest.getByLabel('Your name').fill('Ada Lovelace')
  await guest.getByLabel('Email').fill(newAccount().email)
  await guest.getByLabel('Order number').fill('#987654')
  await expectSound(guest, 'withdraw-guest')
  await guest.getByRole('button', { name: 'Continue' }).click()
  await expect(guest.getByText(/^I, Ada Lovelace, withdraw from the contract of order #987654/)).toBeVisible()
  await guest.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(guest.getByRole('heading', { name: 'We received your withdrawal' })).toBeVisible()
  await stranger.close()
})
