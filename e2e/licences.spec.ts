import { readFileSync } from 'node:fs'
import { buyByApi, newAccount, registerByApi, watchConsole } from './testing/shop.ts'
import { violationsOf } from './testing/sound.ts'
import { type APIRequestContext, DEEP, expect, type Page, test } from './testing/test.ts'

/** Registers a buyer of this script, and waits until the payment is completed. */
async function aBuyer(page: Page, baseURL: string | undefined, productId: number) {
  const account = newAccount()
  await registerByApi(page.request, baseURL, account)
  const payment = await buyByApi(page.request, baseURL, account, productId)
  const status = async () => (await (await page.request.get(`/api/payment/${payment}`)).json()).data.status
  await expect.poll(status, { timeout: 20_000 }).toBe('completed')
}

/** Activates a device as a script does, without an Origin header. */
const activate = async (request: APIRequestContext, licenceKey: string, device: string, product: string) => {
  const data = { licenceKey, deviceId: `e2e-device-${device}`, product }
  const answer = await request.post('/api/licences/activate', { data })
  return { status: answer.status(), body: await answer.json() }
}

/** The first script of the catalogue that is sold on its own. */
async function aScript(request: APIRequestContext) {
  const { data } = await (await request.get('/api/products?limit=100')).json()
  return data.find(
    (one: { tier: string; isSubscription: boolean }) => one.tier === 'script' && !one.isSubscription,
  )
}

const openLicence = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Licence & devices: ${name}` }).click()
  return page.getByRole('dialog', { name: 'Licence & devices' })
}

// spec: devices
test('a buyer copies the key; two devices are activated, and a third one only after one is released', {
  tag: DEEP,
}, async ({ page, context, baseURL, playwright }) => {
  const complaints = watchConsole(page)
  const script = await aScript(page.request)
  const outside = await playwright.request.newContext({ baseURL })
  await aBuyer(page, baseURL, script.id)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/dashboard?tab=products')
  const dialog = await openLicence(page, script.name)
  await expect(dialog.getByText('0 of 2 used')).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy key' }).click()
  const key = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(key).toMatch(/^WF(-[2-9A-HJ-NP-Z]{5}){6}$/)
  await expect(dialog.getByText(key.slice(-5))).toBeVisible()
  expect(await dialog.textContent(), 'the key is masked').not.toContain(key)

  // The open dialog shows each device without a reload.
  expect((await activate(outside, key, 'one', script.slug)).body.data.devicesUsed).toBe(1)
  await expect(dialog.getByText('1 of 2 used')).toBeVisible()
  expect((await activate(outside, key, 'two', script.slug)).status).toBe(200)
  await expect(dialog.getByText('…ce-two', { exact: true })).toBeVisible()
  const third = await activate(outside, key, 'three', script.slug)
  expect([third.status, third.body.data.reason]).toEqual([403, 'device-limit'])

  const release = dialog.getByRole('button', { name: /Release device …ce-one/ })
  await release.click()
  await page.getByRole('button', { name: 'Keep device' }).click()
  await expect(dialog.getByText('2 of 2 used')).toBeVisible()
  await release.click()
  await page.getByRole('button', { name: 'Release device', exact: true }).click()
  await expect(page.getByText('Device released', { exact: true })).toBeVisible()
  await expect(dialog.getByText('1 of 2 used')).toBeVisible()
  expect((await activate(outside, key, 'three', script.slug)).status).toBe(200)
  await expect(dialog.getByText('2 of 2 used')).toBeVisible()
  expect(complaints).toEqual([])
  await outside.dispose()
})

test('the licence dialog offers licence.json, and exactly the code of the samples in Python and Node', {
  tag: DEEP,
}, async ({ page, context, baseURL }) => {
  const script = await aScript(page.request)
  await aBuyer(page, baseURL, script.id)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/dashboard?tab=products')
  const dialog = await openLicence(page, script.name)
  const copied = async (name: string) => {
    await dialog.getByRole('button', { name, exact: true }).click()
    return page.evaluate<string>('navigator.clipboard.readText()')
  }
  const licence = (await (await page.request.get('/api/user/licences')).json()).data[0]
  expect(JSON.parse(await copied('Copy licence.json'))).toEqual({
    shop: new URL(page.url()).origin,
    licenceKey: licence.licenceKey,
  })
  await expect(dialog.getByText('A lease is valid for 7 days')).toBeVisible()
  await dialog.getByText('Code for your own scripts').click()
  const shared = (name: string) => readFileSync(`seed/files/_shared/${name}`, 'utf8')
  expect(await copied('Copy lease.py')).toBe(shared('lease.py'))
  await dialog.getByRole('tab', { name: 'Node' }).click()
  expect(await copied('Copy lease.mjs')).toBe(shared('lease.mjs'))
  expect(await violationsOf(page)).toEqual([])
})

test('replacing a licence key invalidates the old key and releases all of its devices', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  const script = await aScript(page.request)
  await aBuyer(page, baseURL, script.id)
  const own = async () => (await (await page.request.get('/api/user/licences')).json()).data[0]
  const { licenceKey } = await own()
  await activate(page.request, licenceKey, 'one', script.slug)
  await page.goto('/dashboard?tab=products')
  const dialog = await openLicence(page, script.name)
  await expect(dialog.getByText('1 of 2 used')).toBeVisible()
  await dialog.getByRole('button', { name: 'Replace key' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace key' }).click()
  await expect(page.getByText('New licence key', { exact: true })).toBeVisible()
  await expect(dialog.getByText('0 of 2 used')).toBeVisible()
  const after = await own()
  await expect(dialog.getByText(after.licenceKey.slice(-5))).toBeVisible()
  const old = await activate(page.request, licenceKey, 'one', script.slug)
  expect([old.status, old.body.data.reason]).toEqual([403, 'unknown-licence'])
})

test('the licence dialog shows an error, no licence, and each licence status, without axe violations', {
  tag: DEEP,
}, async ({ page, baseURL }) => {
  const script = await aScript(page.request)
  await aBuyer(page, baseURL, script.id)
  const licence = {
    id: 1,
    licenceKey: 'WF-AAAAA-BBBBB-CCCCC',
    status: 'active',
    validUntil: null,
    deviceLimit: 2,
    sameNetwork: true,
    createdAt: '2026-11-01T00:00:00.000Z',
    product: { id: script.id, slug: script.slug, name: script.name },
    devices: [
      {
        id: 1,
        suffix: 'a1b2c3',
        network: '2001:db8:1:2::/64',
        firstSeenAt: '2026-11-01T00:00:00.000Z',
        lastSeenAt: '2026-11-02T00:00:00.000Z',
      },
    ],
  }
  let answer: { status: number; data: unknown } = { status: 503, data: undefined }
  await page.route('**/api/user/licences?*', async (route) => {
    if (await page.evaluate('globalThis.hasRetried === true && !globalThis.isAnswered')) {
      await page.evaluate('globalThis.isAnswered = true')
      answer = { status: 200, data: [] }
    }
    await route.fulfill({
      status: answer.status,
      json: {
        success: answer.status === 200,
        message: 'The shop is resting.',
        data: answer.data,
        nextCursor: null,
      },
    })
  })
  await page.goto('/dashboard?tab=products')
  const dialog = await openLicence(page, script.name)
  await expect(dialog.getByRole('alert')).toContainText('Your licence could not be loaded')
  // Only the click gets the answer: without one, the page asks again when the live connection opens.
  await page.evaluate(`document.addEventListener('click', () => { globalThis.hasRetried = true }, true)`)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByText('No licence key yet')).toBeVisible()
  for (const [status, says] of [
    ['revoked', 'Revoked'],
    ['expired', 'Expired'],
    ['grace', 'Payment due'],
    ['active', 'Active'],
  ] as const) {
    answer = { status: 200, data: [{ ...licence, status }] }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await openLicence(page, script.name)
    await expect(dialog.getByText(says, { exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Copy key' })).toHaveCount(
      status === 'active' || status === 'grace' ? 1 : 0,
    )
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await violationsOf(page), `${status}, ${colorScheme}`).toEqual([])
    }
  }
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  }
})
