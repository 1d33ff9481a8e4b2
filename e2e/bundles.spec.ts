import { readFile } from 'node:fs/promises'
import type { APIRequestContext } from '@playwright/test'
import { askForFile } from './testing/delivery-consent.ts'
import { logInAsAdmin, newAccount, ownOrigin, registerByApi, sha256 } from './testing/shop.ts'
import { expectSound } from './testing/sound.ts'
import { expect, SOUND, test } from './testing/test.ts'

const PATH = '/api/secure-management/products'

type Made = { id: number; slug: string; bundle: { products: { id: number; name: string }[] } }

/** A bundle of two scripts of the sample catalogue, which is deleted after the test: other tests share the shop. */
async function withBundle(
  request: APIRequestContext,
  baseURL: string | undefined,
  during: (bundle: Made) => Promise<void>,
) {
  await logInAsAdmin(request, baseURL)
  const headers = ownOrigin(baseURL)
  const listed = (await (await request.get('/api/products?limit=100')).json()).data as {
    id: number
    tier: string
    isSubscription: boolean
    fileName: string | null
    price: number
  }[]
  const scripts = listed.filter(
    (one) => one.tier === 'script' && !one.isSubscription && one.fileName !== null,
  )
  const [first, second] = scripts
  const data = {
    name: 'Two Networks Bundle',
    description: 'Two farmers for less than both alone.',
    price: (first?.price ?? 0) + 10,
    features: 'Farms two networks',
    bundledIds: [first?.id, second?.id],
  }
  const made = await request.post(PATH, { headers, data })
  expect(made.status(), await made.text()).toBe(201)
  const bundle = (await made.json()).data as Made
  await request.post('/api/auth/logout', { headers })
  try {
    await during(bundle)
  } finally {
    await logInAsAdmin(request, baseURL)
    await request.delete(`${PATH}/${bundle.id}`, { headers })
  }
}

test('a buyer takes the offer of a bundle, pays once, and downloads two files', { tag: SOUND }, async ({
  page,
  baseURL,
}) => {
  await withBundle(page.request, baseURL, async ({ slug, bundle }) => {
    const [first, second] = bundle.products
    if (!first || !second) throw new Error('The bundle is empty')
    await registerByApi(page.request, baseURL, newAccount())
    await page.goto(`/products/${slug}`)
    await expect(page.getByRole('heading', { name: 'What is in it' })).toBeVisible()
    await expectSound(page, 'a bundle')

    await page.goto(`/checkout?productId=${first.id}&purchaseType=one-time`)
    const offer = page.getByRole('checkbox', {
      name: /^Get Two Networks Bundle instead: 2 scripts for \$.* \(\+\$10\.00\)/,
    })
    await expect(offer).not.toBeChecked()
    const single = await page.getByRole('button', { name: /^Pay with Card/ }).textContent()
    await offer.check()
    await expect(page.getByRole('button', { name: /^Pay with Card/ })).not.toHaveText(single ?? '')
    await expect(page.getByLabel('Coupon code')).toBeHidden()
    await offer.uncheck()
    await expect(page.getByRole('button', { name: /^Pay with Card/ })).toHaveText(single ?? '')
    await offer.check()
    await expectSound(page, 'the offer of a bundle')
    await askForFile(page)
    await page.getByRole('button', { name: /^Pay with Card/ }).click()
    await page.getByRole('button', { name: /^pay/i }).click()
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your 2 scripts' })).toBeVisible()
    await expectSound(page, 'the files of a bundle')
    for (const { id, name } of [first, second]) {
      const started = page.waitForEvent('download')
      await page.getByRole('link', { name: `Download ${name}`, exact: true }).click()
      const { sha256: hash } = (await (await page.request.get(`/api/products/${id}`)).json()).data
      expect(sha256(await readFile(await (await started).path()))).toBe(hash)
    }
    await page.goto('/dashboard?tab=products')
    await expect(page.getByText(/^From Two Networks Bundle · updates until/)).toHaveCount(2)

    await page.goto(`/checkout?productId=${second.id}&purchaseType=one-time`)
    await expect(page.getByRole('heading', { name: 'You already own this' })).toBeVisible()
  })
})
