import { watchConsole } from './testing/shop.ts'
import { settled } from './testing/sound.ts'
import { expect, type Page, test } from './testing/test.ts'

const entries = (page: Page) => page.getByRole('main').getByRole('listitem')
const search = (page: Page) => page.getByRole('search').getByLabel('SHA-256 of a file')

test('a visitor finds a product’s file in the log, opens its entry, and gets its proof', async ({
  page,
  request,
}) => {
  const errors = watchConsole(page)
  const { data } = await (await request.get('/api/products/monad')).json()
  const { sha256, logIndex, version } = data.releases[0]
  await page.goto('/products/monad')
  await page.getByRole('link', { name: 'in a public log' }).click()
  await expect(page).toHaveURL(`/log?hash=${sha256}`)
  await expect(search(page)).toHaveValue(sha256)
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText(`monad version ${version} was published.`)

  await page.getByRole('link', { name: `Entry ${logIndex}` }).click()
  await expect(page).toHaveURL(`/log/entry/${logIndex}`)
  await expect(page).toHaveTitle(`Log entry ${logIndex} – Windfall`)
  const main = page.getByRole('main')
  const { data: logged } = await (await request.get(`/api/log/${logIndex}`)).json()
  await expect(main.locator('pre').filter({ hasText: logged.text })).toBeVisible()
  await expect(main).toContainText(`sha256: ${sha256}`)
  await expect(main.getByRole('button', { name: /^Copy Leaf hash/ })).toHaveAttribute('title', logged.leaf)
  await expect(main).toContainText('python3 verify.py FILE.zip')
  const proof = await main.getByRole('link', { name: `proof of entry ${logIndex}` }).getAttribute('href')
  expect(await (await request.get(proof ?? '')).text()).toContain(`index ${logIndex}\n`)

  await page.getByRole('link', { name: 'All entries about this file' }).click()
  await expect(page).toHaveURL(`/log?hash=${sha256}`)
  expect(errors).toEqual([])
})

test('the log is searched by the beginning of a hash; wrong digits and an unknown file are explained', async ({
  page,
  request,
}) => {
  const { data } = await (await request.get('/api/products/monad')).json()
  const { sha256 } = data.releases[0]
  await page.goto('/log')
  await expect(page.getByRole('heading', { name: 'All entries, newest first' })).toBeVisible()
  await search(page).fill(` ${sha256.slice(0, 8).toUpperCase()} `)
  await search(page).press('Enter')
  await expect(page).toHaveURL(`/log?hash=${sha256.slice(0, 8).toUpperCase()}`)
  await expect(entries(page)).toHaveCount(1)

  await search(page).fill('monad.zip')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(search(page)).toHaveAccessibleDescription(/only the digits 0 to 9 and a to f/)
  await expect(page.getByText('This is not a SHA-256')).toBeVisible()

  await search(page).fill('f'.repeat(64))
  await search(page).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'do not run it, and tell us' })).toBeVisible()
  await page.goBack()
  await expect(search(page)).toHaveValue('monad.zip')
  await page.getByRole('link', { name: 'Show all entries' }).click()
  await expect(page).toHaveURL('/log')
  await expect(search(page)).toHaveValue('')
  await expect(entries(page).nth(5)).toBeVisible()
})

test('entries that cannot be loaded are loaded by Retry, and older ones by Load more', async ({
  page,
  request,
}) => {
  const { data } = await (await request.get('/api/log')).json()
  const answers = [
    { status: 503, json: { success: false, message: 'The shop is being updated.' } },
    { json: { success: true, data: data.slice(0, 2), nextCursor: data[1].index } },
    { json: { success: true, data: data.slice(2, 3), nextCursor: null } },
  ]
  const asked: string[] = []
  await page.goto('/verify')
  await settled(page)
  await page.route('**/api/log?*', (route) => {
    asked.push(new URL(route.request().url()).search)
    return route.fulfill(answers[asked.length - 1] ?? {})
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Public log' }).click()
  await expect(page.getByRole('alert')).toContainText('The entries could not be loaded')
  await expect(page.getByRole('alert')).toContainText('The shop is being updated.')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(entries(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(entries(page)).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()
  expect(asked).toEqual(['?limit=20', '?limit=20', `?limit=20&cursor=${data[1].index}`])
})

test('without scripts the log is searched, and an entry is shown; an entry that does not exist is a 404', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const page = await context.newPage()
  await page.goto('/log/')
  const { data } = await (await page.request.get('/api/products/monad')).json()
  const { sha256, logIndex } = data.releases[0]
  await search(page).fill(sha256)
  await search(page).press('Enter')
  await expect(entries(page)).toHaveCount(1)
  await page.getByRole('link', { name: `Entry ${logIndex}` }).click()
  await expect(page.getByRole('heading', { name: `Log entry ${logIndex}` })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`sha256: ${sha256}`)
  const missing = await page.goto('/log/entry/999999')
  expect(missing?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  expect((await page.goto('/log/checkpoint'))?.headers()['content-type']).toContain('text/plain')
  await context.close()
})
