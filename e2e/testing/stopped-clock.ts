import { expect, type Locator, type Page } from '@playwright/test'

/** Stops the clock of the pages that open next until the test advances it. */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now()
  // Until the stop the clock runs, and it cannot be stopped at a time in its past: it starts a minute early.
  await page.clock.install({ time: now - 60_000 })
  await page.clock.pauseAt(now)
}

/** Advances a stopped clock, as little as a page needs to show the result of its requests. */
export async function advanceUntilVisible(page: Page, locator: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(50)
    await expect(locator).toBeVisible({ timeout: 250 })
  }).toPass({ intervals: [0], timeout: 10_000 })
}

/** Waits until React has rendered the page, also where the server's page looks the same. */
export async function appStarted(page: Page): Promise<void> {
  const isRendered =
    "Object.keys(document.querySelector('main')).some((key) => key.startsWith('__reactFiber$'))"
  await expect.poll(() => page.evaluate<boolean>(isRendered)).toBe(true)
}
