import { buyByApi, logInAsAdmin, newAccount, registerByApi, watchConsole } from './testing/shop.ts'
import { expectSound, settled } from './testing/sound.ts'
import { expect, SOUND, test } from './testing/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

// spec: footer
test('a customer opens the invoice of a purchase, adds billing details, and gets a credit note and a new invoice that print alone', {
  tag: SOUND,
}, async ({ page, shop }) => {
  const complaints = watchConsole(page)
  const account = newAccount()
  await registerByApi(page.request, shop, account)
  await buyByApi(page.request, shop, account, 1)
  await page.goto('/dashboard?tab=products#purchases')
  await page.getByRole('link', { name: 'Invoice' }).click()
  await expect(page).toHaveURL(/\/orders\/wf-\w{4}-\w{4}\/invoice$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order WF-\w{4}-\w{4}$/)
  const sheets = page.getByRole('article')
  await expect(sheets).toHaveCount(1)
  // The fictional seller of the sample.
  await expect(sheets).toContainText('Example Seller (fictional, for local runs)')
  await expect(sheets).toContainText('$49.00 USD paid on ')

  await page.getByRole('button', { name: 'Add billing details' }).click()
  await page.getByRole('button', { name: 'Issue corrected invoice' }).click()
  await expect(page.getByText('Address is required')).toBeVisible()
  await page.getByLabel('Name').fill('Größenwahn Handels-GmbH & Co. KG')
  await page.getByLabel('Address').fill(`Straße des 17. Juni 135\n10623 Berlin\n${'x'.repeat(60)}`)
  await page.getByLabel('VAT number').fill('DE123456789')
  await page.getByRole('button', { name: 'Issue corrected invoice' }).click()
  await expect(sheets).toHaveCount(3)
  await expect(sheets.first()).toContainText('VAT number DE123456789')
  await expect(sheets.nth(1).getByRole('heading', { level: 2 })).toHaveText('Credit note')
  await expect(sheets.last()).not.toContainText('Größenwahn')
  await settled(page)
  await expectSound(page, 'invoice')

  await page.emulateMedia({ media: 'print' })
  for (const part of [page.getByRole('banner').first(), page.getByRole('contentinfo')])
    await expect(part).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden()
  await expect(sheets.first()).toBeVisible()
  await page.emulateMedia({ media: null })
  expect(complaints).toEqual([])
})

test('an owner names the seller, and every page shows the name; an earlier version of the terms says that it is one', {
  tag: SOUND,
}, async ({ page, baseURL }) => {
  const complaints = watchConsole(page)
  await logInAsAdmin(page.request, baseURL)
  await page.goto('/secure-management/admin-dashboard?tab=seller')
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue('Example Seller')
  await settled(page)
  await expectSound(page, 'seller')
  await page.getByLabel('VAT ID').fill('XX999999999')
  await page.getByRole('button', { name: 'Save seller' }).click()
  await expect(page.getByText('Seller Saved').first()).toBeVisible()

  await page.goto('/terms/2026-11-25')
  await expect(page.getByRole('contentinfo')).toContainText('Sold by Example Seller')
  await expect(page.getByRole('contentinfo')).toContainText('VAT ID XX999999999')
  await expect(page.getByText('It is an earlier version.')).toBeVisible()
  await settled(page)
  await expectSound(page, 'an earlier version')
  await page.getByRole('link', { name: 'Read the current one' }).click()
  await expect(page).toHaveURL(/\/terms$/)
  await expect(page.locator('time[datetime="2026-11-28"]').first()).toBeVisible()
  expect(complaints).toEqual([])
})
