import { readFileSync } from 'node:fs'
import { buyByApi, logInAsAdmin, newAccount, registerByApi, watchConsole } from '../testing/shop.ts'
import { ADMIN_TAB_NAMES, expectSound, SOUND_PAGES, settled, TABS_CHECKED_FULL } from '../testing/sound.ts'
import { DEEP, expect, type Page, SOUND, test } from '../testing/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const [PANEL] = SOUND_PAGES.admin
/** All tabs show errors with the same component: here it appears once, and several times. */
const SOUND_WHILE_FAILING = ['orders', 'overview']
const FAILURE = { success: false, message: 'The shop is resting.' }
const EMPTY = { success: true, data: [], nextCursor: null }

/** The addresses that the back office reads. Only GET requests to them are answered by the tests. */
const READS = [/\/api\/secure-management\//, /\/api\/recovery\//, /\/api\/coupons(\?|$)/]

/** The empty responses that are not lists. */
const EMPTY_ANSWERS: [RegExp, unknown][] = [
  [/\/seller\/tax$/, { success: true, data: { tax: null, revision: 0, changedAt: null } }],
  [/\/seller$/, { success: true, data: { seller: null, revision: 0, changedAt: null } }],
  [
    /\/api\/recovery\/pending-payments/,
    { success: true, data: { pendingCount: 0, pendingPayments: [] }, nextCursor: null },
  ],
]

async function answerReads(page: Page, answer: (path: string) => { status: number; json: unknown }) {
  for (const read of READS)
    await page.route(read, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill(answer(new URL(route.request().url()).pathname))
        : route.continue(),
    )
}

const emptyOf = (path: string) => EMPTY_ANSWERS.find(([shape]) => shape.test(path))?.[1] ?? EMPTY

async function open(page: Page, tab: string) {
  await page.goto(`${PANEL}?tab=${tab}`)
  await expect(page.getByRole('tab', { selected: true }).first()).toBeVisible()
  await expect(page.getByRole('tabpanel').first()).not.toBeEmpty()
  await settled(page)
}

test.describe('every tab of the admin panel', () => {
  // So that the lists are not empty.
  test.beforeAll(async ({ playwright, shop }) => {
    const buyer = await playwright.request.newContext({ baseURL: shop })
    const account = newAccount()
    await registerByApi(buyer, shop, account)
    await buyByApi(buyer, shop, account, 1)
    await buyer.dispose()
  })

  test.beforeEach(async ({ page, baseURL }) => {
    await logInAsAdmin(page.request, baseURL)
  })

  test('is checked with data, by its own spec or below', () => {
    for (const [tab, spec] of Object.entries(TABS_CHECKED_FULL)) {
      expect(ADMIN_TAB_NAMES).toContain(tab)
      expect(readFileSync(`e2e/admin/${spec}.spec.ts`, 'utf8')).toMatch(/expectSound\(page, /)
    }
  })

  for (const tab of ADMIN_TAB_NAMES.filter((name) => !TABS_CHECKED_FULL[name])) {
    // spec: admin-tabs
    test(`${tab} is sound with the shop’s data, without console errors or warnings`, { tag: DEEP }, async ({
      page,
    }) => {
      const complaints = watchConsole(page)
      await open(page, tab)
      await expectSound(page, tab)
      expect(complaints).toEqual([])
    })
  }

  for (const tab of ADMIN_TAB_NAMES) {
    // spec: admin-tabs-sound
    test(`${tab} shows an error with a retry; its empty state is sound at every width, in both themes`, {
      tag: SOUND_WHILE_FAILING.includes(tab) ? SOUND : DEEP,
    }, async ({ page }) => {
      // Figures have too many fields to write here: these are real ones, of days before the first sale.
      const days = 'range=custom&from=2020-01-01&to=2020-01-30'
      const figures = await (await page.request.get(`/api/secure-management/stats?${days}`)).json()
      let isFailing = true
      let asked = 0
      await answerReads(page, (path) => {
        asked += 1
        if (isFailing) return { status: 503, json: FAILURE }
        return { status: 200, json: path.endsWith('/stats') ? figures : emptyOf(path) }
      })
      await open(page, tab)
      if (SOUND_WHILE_FAILING.includes(tab)) await expectSound(page, `${tab}, failing`, { part: 'main' })
      // A tab that sends no request before it is used cannot fail, and is empty already.
      if (asked === 0) return
      const panel = page.getByRole('tabpanel')
      await expect(panel.getByText(FAILURE.message).first()).toBeVisible()
      isFailing = false
      const retry = panel.getByRole('button', { name: 'Retry' })
      for (let left = await retry.count(); left > 0; left = await retry.count()) {
        await retry.first().click()
        await expect.poll(() => retry.count()).toBeLessThan(left)
      }
      await settled(page)
      await expectSound(page, `${tab}, empty`, { part: 'main' })
    })
  }
})
