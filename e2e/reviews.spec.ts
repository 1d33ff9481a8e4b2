import { buyByApi, logInAsAdmin, newAccount, registerByApi, watchConsole } from './testing/shop.ts'
import { expectSound } from './testing/sound.ts'
import { expect, SOUND, test } from './testing/test.ts'

const SLUG = 'berachain'

// invariant: reviews-by-buyers
test('a buyer reviews after the download, an admin publishes and answers, and the page shows both', {
  tag: SOUND,
}, async ({ page, browser, baseURL }) => {
  const complaints = watchConsole(page)
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  const { data: product } = await (await page.request.get(`/api/products/${SLUG}`)).json()
  await buyByApi(page.request, baseURL, account, product.id)
  const file = `/api/download/file/${product.id}`
  await expect.poll(async () => (await page.request.get(file)).status(), { timeout: 20_000 }).toBe(200)

  const address = `/products/${SLUG}`
  const text = `It kept my vaults in order. ${'Donaudampfschiff'.repeat(12)}`
  await page.goto(address)
  await page.getByRole('button', { name: 'Write a review' }).click()
  const own = page.getByRole('region', { name: 'Your review' })
  await own.getByRole('button', { name: 'Send review' }).click()
  await expect(own.getByText('Choose a rating from 1 to 5')).toBeVisible()
  await own.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await own.getByLabel('Your experience').fill(text)
  await own.getByLabel('Name beside your review').fill('Anna K.')
  await own.getByRole('button', { name: 'Send review' }).click()
  await expect(own.getByText('In review')).toBeVisible()
  await expectSound(page, 'own-review')

  const office = await (await browser.newContext({ baseURL, reducedMotion: 'reduce' })).newPage()
  await logInAsAdmin(office.request, baseURL)
  // The overview begins with what waits for a person.
  await office.goto('/secure-management/admin-dashboard')
  await office.getByRole('link', { name: /^Reviews to approve \d+$/ }).click()
  await expect(office).toHaveURL(/tab=reviews/)
  const row = office.getByRole('row').filter({ hasText: text })
  await row.getByRole('button', { name: 'Approve' }).click()
  await expect(row).toHaveCount(0)
  await office.getByRole('tab', { name: 'Published' }).click()
  await row.getByRole('button', { name: 'Answer' }).click()
  const dialog = office.getByRole('alertdialog')
  await dialog.getByLabel('Answer').fill('Thank you, Anna.')
  await dialog.getByRole('button', { name: 'Publish answer' }).click()
  await expect(row.getByText('Our answer: Thank you, Anna.')).toBeVisible()
  await expectSound(office, 'reviews-tab')

  // Rendered by the server, for every visitor and for search engines.
  const html = async () => (await page.request.get(address)).text()
  await expect.poll(html, { timeout: 15_000 }).toContain('Thank you, Anna.')
  expect(await html()).toContain('"@type":"AggregateRating","ratingValue":4,"reviewCount":1')
  await page.goto(address)
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await expect(reviews.getByRole('article')).toContainText('Thank you, Anna.')
  await expect(reviews.getByText('4.0 out of 5')).toBeVisible()
  await expect(own.getByText('Published')).toBeVisible()
  expect(complaints).toEqual([])
})
