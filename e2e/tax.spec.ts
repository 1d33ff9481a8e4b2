import type { Page } from '@playwright/test'
import { askForFile } from './testing/delivery-consent.ts'
import { logInAsAdmin, newAccount, ownOrigin, registerByApi, watchConsole } from './testing/shop.ts'
import { expectSound, settled } from './testing/sound.ts'
import { expect, SOUND, test } from './testing/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const SETTING = '/api/secure-management/seller/tax'

async function stateTax(page: Page, baseURL: string | undefined, tax: object | null) {
  await logInAsAdmin(page.request, baseURL)
  const { revision } = (await (await page.request.get(SETTING)).json()).data
  const saved = await page.request.put(SETTING, { headers: ownOrigin(baseURL), data: { tax, revision } })
  expect(saved.status(), await saved.text()).toBe(200)
}

/** Germany 19%; other countries have no tax in crypto. */
const byCountry = { countries: [{ country: 'DE', percent: 19, name: 'VAT' }] }

test.afterEach(({ page, baseURL }) => stateTax(page, baseURL, null))

async function atCheckout(page: Page, baseURL: string | undefined) {
  await stateTax(page, baseURL, byCountry)
  await registerByApi(page.request, baseURL, newAccount())
  await page.goto('/checkout?productId=1&purchaseType=one-time')
  await expect(page.getByText('Including any tax of your country.')).toBeVisible()
  await askForFile(page)
}

/** The invoice of the only order. */
async function atInvoice(page: Page) {
  await page.goto('/dashboard?tab=products#purchases')
  await page.getByRole('link', { name: 'Invoice' }).click()
  return page.getByRole('article')
}

test('by card the page of Stripe asks for the country, the total stays, and the invoice states the tax', async ({
  page,
  baseURL,
}) => {
  const complaints = watchConsole(page)
  await atCheckout(page, baseURL)
  await page.getByRole('button', { name: 'Pay with Card - $49.00' }).click()
  await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//)
  await page.getByLabel('Country').selectOption('France')
  await page.getByRole('button', { name: 'Pay $49.00' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  const invoice = await atInvoice(page)
  await expect(invoice).toContainText('France')
  await expect(invoice.locator('dl > div').filter({ hasText: 'Including 20% VAT (France)' })).toContainText(
    '$8.17',
  )
  expect(complaints).toEqual([])
})

test('in crypto the checkout asks for the country, names the rate, and keeps the country', {
  tag: SOUND,
}, async ({ page, baseURL }) => {
  const complaints = watchConsole(page)
  await atCheckout(page, baseURL)
  await page.getByRole('radio', { name: /crypto/i }).click()
  const pay = page.getByRole('button', { name: 'Pay with Crypto - $49.00' })
  await pay.click()
  await expect(page.getByText('Choose your country')).toBeVisible()
  const country = page.getByLabel('Billing country')
  await expect(country).toBeFocused()
  await expectSound(page, 'checkout with the country missing')
  await country.selectOption('Germany')
  await expect(page.getByText('Including 19% VAT (Germany).')).toBeVisible()
  await pay.click()
  await expect(page.getByText('Including 19% VAT (Germany).')).toBeVisible()
  await page.getByRole('link', { name: 'Proceed to Payment' }).click()
  await page.getByRole('button', { name: /^Pay / }).first().click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  const invoice = await atInvoice(page)
  await expect(invoice.locator('dl > div').filter({ hasText: 'Including 19% VAT (Germany)' })).toContainText(
    '$7.82',
  )
  await page.goto('/checkout?productId=3&purchaseType=one-time&method=crypto')
  await expect(country).toHaveValue('DE')
  expect(complaints).toEqual([])
})

test('an owner edits the table of rates: a wrong row says why, and the table is saved', {
  tag: SOUND,
}, async ({ page, baseURL }) => {
  const complaints = watchConsole(page)
  await logInAsAdmin(page.request, baseURL)
  await page.goto('/secure-management/admin-dashboard?tab=seller')
  await page.getByRole('radio', { name: /By the buyer’s country/ }).click()
  await page.getByRole('button', { name: 'Add a country' }).click()
  await page.getByRole('combobox', { name: 'Country' }).selectOption('Austria')
  await page.getByRole('button', { name: 'Save tax' }).click()
  await expect(page.getByText('Enter the rate as a number')).toBeVisible()
  await page.getByRole('textbox', { name: 'Rate' }).fill('20')
  await settled(page)
  await expectSound(page, 'rates by country')
  await page.getByRole('button', { name: 'Save tax' }).click()
  await expect(page.getByText('Tax Saved').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('AT')
  expect(complaints).toEqual([])
})
