import { askForFile } from '../testing/delivery-consent.ts'
import {
  confirmByMail,
  logInAsAdmin,
  newAccount,
  ownOrigin,
  registerByApi,
  watchConsole,
} from '../testing/shop.ts'
import { expectSound } from '../testing/sound.ts'
import { DEEP, expect, type Page, test } from '../testing/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const COUPONS = '/secure-management/admin-dashboard?tab=coupons'

const toastOf = (page: Page) => page.locator('[data-tone]')
const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

let count = 0
/** A code that no other code begins with. */
const aCode = () => {
  count += 1
  return `A${Date.now().toString(36)}${count}`.toUpperCase()
}

async function byApi(page: Page, baseURL: string | undefined, form: object) {
  const data = { discountType: 'percentage', discountValue: 0.2, description: 'A fifth off', ...form }
  const made = await page.request.post('/api/coupons', { data, headers: ownOrigin(baseURL) })
  expect(made.status()).toBe(201)
  return (await made.json()).data as { id: number; code: string; startDate: string; endDate: string | null }
}

async function chooseType(page: Page, name: string) {
  await page.getByRole('combobox', { name: 'Discount type' }).click()
  await page.getByRole('option', { name }).click()
}

// spec: coupon-form-mode, coupon-inactive, coupon-uses, coupon-change-toasts
test('a coupon is created, used, changed and switched off; deleting the used coupon only switches it off', {
  tag: DEEP,
}, async ({ page, browser, baseURL }) => {
  test.setTimeout(120_000)
  const complaints = watchConsole(page)
  const code = aCode()
  await logInAsAdmin(page.request, baseURL)
  await page.goto(COUPONS)
  await page.getByRole('link', { name: 'New coupon' }).first().click()
  await expect(page).toHaveURL(/coupon=new/)
  // Until the form appears, the label of the list's search matches too.
  await expect(page.getByRole('button', { name: 'Add coupon' })).toBeVisible()
  await page.getByLabel('Code').fill(code.toLowerCase())
  await chooseType(page, 'Percentage')
  await page.getByLabel('Discount value').fill('20')
  await page.getByLabel('Description').fill('A fifth off')
  await page.getByLabel('Max uses', { exact: false }).first().fill('5')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && /coupons$/.test(request.url()))
  await page.getByRole('button', { name: 'Add coupon' }).click()
  expect((await sent).postData()).toContain('"discountValue":0.2,')
  await expect(toastOf(page)).toContainText('Coupon Added')
  await expect(rowOf(page, code)).toContainText('20% off')
  await expect(rowOf(page, code)).toContainText('0 of 5')
  await expect(rowOf(page, code).getByRole('switch')).toBeChecked()

  const theirs = await browser.newContext({ baseURL })
  const buyer = await theirs.newPage()
  const account = newAccount()
  await registerByApi(buyer.request, baseURL, account)
  await confirmByMail(buyer.request, baseURL, account)
  await buyer.goto('/checkout?productId=1&purchaseType=one-time')
  await buyer.getByLabel('Coupon code').fill(code)
  await buyer.getByRole('button', { name: 'Apply' }).click()
  await expect(buyer.getByText(`${code} applied: 20% off`, { exact: true })).toBeVisible()
  await askForFile(buyer)
  await buyer.getByRole('button', { name: 'Pay with Card - $39.20' }).click()
  await expect(buyer).toHaveURL(/\/sandbox\/stripe\/checkout\//)

  // The coupon's uses are listed below its form. The search ignores case.
  await page.goto(`${COUPONS}&q=${code.toLowerCase()}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, code)).toContainText('1 of 5')
  await page.getByRole('link', { name: `Edit ${code}` }).click()
  await expect(page.getByLabel('Discount value')).toHaveValue('20')
  const usage = rowOf(page, account.username)
  await expect(usage).toContainText('At checkout')
  await expect(usage).toContainText('−$9.80')
  await expect(usage.getByRole('link', { name: account.username })).toHaveAttribute(
    'href',
    /tab=users&user=\d+/,
  )
  await page.getByLabel('Discount value').fill('33.3')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page)).toContainText('Coupon Updated')
  await expect(rowOf(page, code)).toContainText('33.3% off')

  await rowOf(page, code).getByRole('switch').click()
  await expect(rowOf(page, code)).toContainText('INACTIVE')
  await expect(rowOf(page, code).getByRole('switch')).not.toBeChecked()
  const stranger = await (await browser.newContext({ baseURL })).newPage()
  await registerByApi(stranger.request, baseURL, newAccount())
  await stranger.goto('/checkout?productId=1&purchaseType=one-time')
  await stranger.getByLabel('Coupon code').fill(code)
  await stranger.getByRole('button', { name: 'Apply' }).click()
  await expect(stranger.getByText('This coupon is no longer active.').first()).toBeVisible()

  await rowOf(page, code).getByRole('switch').click()
  await expect(rowOf(page, code)).not.toContainText('INACTIVE')
  await page.getByRole('button', { name: `Delete ${code}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete coupon' }).click()
  await expect(toastOf(page)).toContainText('it was switched off instead of deleted')
  await expect(rowOf(page, code)).toContainText('INACTIVE')
  expect(complaints).toEqual([])
})

// spec: coupon-change-toasts, coupons-empty
test('deleting an unused coupon removes it permanently', { tag: DEEP }, async ({ page, baseURL }) => {
  await logInAsAdmin(page.request, baseURL)
  const { code } = await byApi(page, baseURL, { code: aCode() })
  await page.goto(`${COUPONS}&q=${code}`)
  await page.getByRole('button', { name: `Delete ${code}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete coupon' }).click()
  await expect(toastOf(page)).toContainText('Coupon Deleted')
  await expect(page.getByText('No coupons found')).toBeVisible()
})

// spec: coupon-form-rules, coupon-form-free-product, error-coupon-change
test('the coupon form shows the specification’s messages at its fields', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  await logInAsAdmin(page.request, baseURL)
  const taken = await byApi(page, baseURL, { code: aCode() })
  await page.goto(`${COUPONS}&coupon=new`)
  await expect(page.getByLabel('Max uses per user')).toHaveValue('1')
  await expect(page.getByLabel('Minimum purchase')).toHaveValue('0')
  await expect(page.getByLabel('Start date')).not.toHaveValue('')
  const submit = page.getByRole('button', { name: 'Add coupon' })
  await submit.click()
  // The address names this form, not a coupon for the checkout.
  expect(await page.evaluate<string | null>("sessionStorage.getItem('pendingCouponCode')")).toBeNull()
  for (const sentence of [
    'Code must be at least 3 characters',
    'Please select a discount type',
    'Discount value must be a positive number',
    'Description is required',
  ])
    await expect(page.getByText(sentence)).toBeVisible()
  await page.getByLabel('Code').fill('A'.repeat(21))
  await expect(page.getByText('Code must not exceed 20 characters')).toBeVisible()
  await chooseType(page, 'Free product')
  await expect(page.getByLabel('Discount value')).toHaveValue('100')
  await expect(page.getByLabel('Discount value')).toBeDisabled()
  await page.getByRole('combobox', { name: 'Applies to' }).click()
  await page.getByRole('option', { name: 'Specific products' }).click()
  await page.getByLabel('Code').fill(taken.code)
  await page.getByLabel('Description').fill('For free')
  await submit.click()
  await expect(page.getByText('Please select at least one product')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Monad Testnet Farmer' }).click()
  await submit.click()
  await expect(toastOf(page)).toContainText('Failed to add coupon')
  await expect(toastOf(page)).toContainText('authentication status')
  await expect(
    page.getByRole('main').getByText(`There is already a coupon with the code ${taken.code}.`),
  ).toBeVisible()
})

test.describe('for an admin in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('coupon dates are in the admin’s time zone, and unchanged ones keep their seconds', {
    tag: DEEP,
  }, async ({ page, baseURL }) => {
    await logInAsAdmin(page.request, baseURL)
    const startDate = '2026-03-01T10:20:30.400Z'
    const { id, code } = await byApi(page, baseURL, { code: aCode(), startDate })
    const read = async () => (await (await page.request.get(`/api/coupons/${id}`)).json()).data
    await page.goto(`${COUPONS}&coupon=${id}`)
    await expect(page.getByLabel('Start date')).toHaveValue('2026-03-01T05:20')
    await page.getByLabel('End date').fill('2030-07-04T18:30')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(toastOf(page)).toContainText('Coupon Updated')
    expect(await read()).toMatchObject({ startDate, endDate: '2030-07-04T22:30:00.000Z' })
    await page.goto(`${COUPONS}&coupon=${id}`)
    await expect(page.getByLabel('End date')).toHaveValue('2030-07-04T18:30')
    await page.getByLabel('End date').fill('2026-02-01T00:00')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('The end must be after the start')).toBeVisible()
    await page.getByRole('link', { name: 'Test it' }).click()
    await expect(page).toHaveURL(`/test-coupon?code=${code}`)
    await expect(page.getByLabel('Coupon code')).toHaveValue(code)
  })
})

test('a coupon list that cannot be loaded shows an error and a retry', { tag: DEEP }, async ({
  page,
  baseURL,
}) => {
  await logInAsAdmin(page.request, baseURL)
  let failing = true
  await page.route(/\/api\/coupons\?/, (route) =>
    failing
      ? route.fulfill({ status: 500, json: { success: false, message: 'Out of order' } })
      : route.continue(),
  )
  await page.goto(COUPONS)
  await expect(page.getByText('The coupons could not be loaded')).toBeVisible()
  failing = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('The coupons could not be loaded')).toHaveCount(0)
})

test('the coupons are sound at every width in both themes: the list, the new form with errors, an unused coupon', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  test.setTimeout(240_000)
  await logInAsAdmin(page.request, baseURL)
  const { id } = await byApi(page, baseURL, { code: aCode(), isActive: false, description: 'x'.repeat(300) })
  await page.goto(COUPONS)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectSound(page, 'coupons')
  await page.goto(`${COUPONS}&coupon=new`)
  await page.getByRole('combobox', { name: 'Applies to' }).click()
  await page.getByRole('option', { name: 'Specific products' }).click()
  await page.getByRole('button', { name: 'Add coupon' }).click()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await expectSound(page, 'new coupon')
  await page.goto(`${COUPONS}&coupon=${id}`)
  await expect(page.getByText('Nobody has used it yet.')).toBeVisible()
  await expectSound(page, 'coupon')
})
