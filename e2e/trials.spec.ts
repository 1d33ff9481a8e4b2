import type { APIRequestContext } from '@playwright/test'
import { changeTables } from './testing/own-shop.ts'
import { confirmByMail, mailsTo, newAccount, registerByApi, watchConsole } from './testing/shop.ts'
import { violationsOf } from './testing/sound.ts'
import { expect, test } from './testing/test.ts'

const PREMIUM_ID = 2
async function setTrial(request: APIRequestContext, days: number) {
  await changeTables('UPDATE scripts SET trial_days = ? WHERE id = ?', days, PREMIUM_ID)
  // The shop serves the catalogue from memory for up to two seconds.
  const shown = async () => (await (await request.get(`/api/products/${PREMIUM_ID}`)).json()).data.trialDays
  await expect.poll(shown).toBe(days)
}

test.beforeEach(({ request }) => setTrial(request, 7))
test.afterEach(({ request }) => setTrial(request, 0))

const NEXT_WEEK = /\d{1,2} \w{3} \d{4}/

// invariant: trial-is-free
test('free days: the terms stand on the product page and beside the button, and My Subscriptions cancels them', async ({
  page,
  baseURL,
}) => {
  const complaints = watchConsole(page)
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  await confirmByMail(page.request, baseURL, account)
  await page.goto('/products/premium')
  await expect(page.getByText('7 days free, then $29.99 a month').first()).toBeVisible()
  await page.getByRole('button', { name: 'Subscribe' }).first().click()
  await expect(page).toHaveURL(/\/checkout\?/)
  await expect(page.getByText(/^Nothing is charged today\. The first charge is \$29\.99 on /)).toBeVisible()
  await expect(page.getByText('You pay now')).toBeVisible()
  await expect(page.getByText(/^First charge on /)).toContainText(NEXT_WEEK)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Start 7 free days with Card' }).click()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('heading', { name: 'Your free days have started' })).toBeVisible()
  await page.goto('/dashboard?tab=subscriptions')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Premium/ }) })
  await expect(card.getByText(/^Trial until \d{1,2} \w{3} \d{4}, then \$29\.99 a month\./)).toBeVisible()
  await expect(card.getByRole('button', { name: 'Access Premium Features' })).toHaveCount(0)
  await expect(card.getByRole('link', { name: 'Access Premium Features' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await card.getByRole('button', { name: /^Cancel/ }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Nothing will be charged.')
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(card.getByText(/^Cancels on /)).toBeVisible()
  await expect
    .poll(async () => (await mailsTo(page.request, account.email)).map(({ subject }) => subject), {
      timeout: 20_000,
    })
    .toContain('Your 7 free days of Premium Subscription have started')
  expect(complaints).toEqual([])
})
