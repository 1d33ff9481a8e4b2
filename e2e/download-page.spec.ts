import { readFileSync } from 'node:fs'
import {
  buyByApi,
  mailsTo,
  newAccount,
  receiptsTo,
  registerByApi,
  sha256,
  watchConsole,
} from './testing/shop.ts'
import { expectSound, SOUND_PAGES } from './testing/sound.ts'
import { type APIRequestContext, DEEP, expect, SOUND, test } from './testing/test.ts'

const [PAGE] = SOUND_PAGES.download

/** Buys product 1, and returns the download link of the receipt. */
async function mailedLink(request: APIRequestContext, baseURL: string | undefined): Promise<string> {
  const account = newAccount()
  await registerByApi(request, baseURL, account)
  await buyByApi(request, baseURL, account, 1)
  await expect.poll(() => receiptsTo(request, account.email), { timeout: 20_000 }).not.toEqual([])
  const links = (await mailsTo(request, account.email)).flatMap((mail) => mail.links)
  return links.find((link) => link.includes('/download#token=')) ?? ''
}

const tokenOf = (link: string) => link.split('#token=')[1] ?? ''

test('a mailed download link opens a page; its button downloads the file, and no request has the token in its address', async ({
  page,
  browser,
  baseURL,
}) => {
  const link = await mailedLink(page.request, baseURL)
  const token = tokenOf(link)
  expect(token).toMatch(/^\d+\.1\./)
  const stranger = await browser.newContext({ baseURL })
  const visit = await stranger.newPage()
  const complaints = watchConsole(visit)
  const seen: string[] = []
  visit.on('request', (request) => seen.push(request.url(), JSON.stringify(request.headers())))
  await visit.goto(link)
  await expect(visit.getByRole('heading', { name: 'Your download' })).toBeVisible()
  await expect(visit).toHaveURL(PAGE)
  expect(await visit.evaluate('document.referrer + location.href')).not.toContain(token)
  const button = visit.getByRole('button', { name: 'Download' })
  for (let time = 0; time < 2; time += 1) {
    const arriving = visit.waitForEvent('download')
    await button.press('Enter')
    const download = await arriving
    const hash = await visit.getByRole('button', { name: /^Copy SHA-256/ }).getAttribute('title')
    expect(sha256(readFileSync((await download.path()) ?? ''))).toBe(hash)
    // The browser's list of downloads has this address.
    expect(download.url()).not.toContain(token)
    await expect(visit.getByText('Your browser has started the download.')).toBeVisible()
    const address = new URL(download.url())
    expect((await stranger.request.get(address.pathname + address.search)).status()).toBe(403)
  }
  await visit.reload()
  await expect(button).toBeVisible()
  expect(seen.filter((text) => text.includes(token))).toEqual([])
  expect(complaints).toEqual([])
  await stranger.close()
})

test('a link with the token in the query works, and its token leaves the address bar at once', async ({
  page,
  baseURL,
}) => {
  const token = tokenOf(await mailedLink(page.request, baseURL))
  await page.goto(`${PAGE}?token=${token}&from=mail`)
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible()
  await expect(page).toHaveURL(`${PAGE}?from=mail`)
  // Mails had the address of the file itself.
  expect((await page.request.get(`/api/download/file/1?token=${token}`)).status()).toBe(200)
})

test(`${PAGE} is sound at every width, in both themes, in each of its states`, {
  tag: [SOUND, DEEP],
}, async ({ page, baseURL }) => {
  test.setTimeout(240_000)
  const link = await mailedLink(page.request, baseURL)
  await page.goto(PAGE)
  await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible()
  await expectSound(page, 'download, no token')
  await page.goto(`${PAGE}#token=made-up`)
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expectSound(page, 'download, refused')
  await page.goto('/')
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible()
  await expectSound(page, 'download, ready')

  for (const [status, body, heading] of [
    [410, { message: 'This download link has expired.' }, 'This link has ended'],
    [
      410,
      {
        message: 'We withdrew version 1.0.',
        link: { label: 'Download version 1.1', url: '/download#token=x' },
      },
      'There is another version',
    ],
    [
      429,
      { message: 'It works again later.', data: { code: 'download-limit' } },
      'The download limit is reached',
    ],
    [503, { message: 'The shop is resting.' }, 'There was a problem preparing your download.'],
  ] as const) {
    await page.route('**/api/download/link', (route) =>
      route.fulfill({ status, json: { success: false, ...body } }),
    )
    await page.goto('/')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page.getByText(body.message)).toBeVisible()
    await expectSound(page, `download, ${status} ${heading}`)
    await page.unroute('**/api/download/link')
  }
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible()
})
