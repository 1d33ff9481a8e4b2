import { type Browser, chromium } from '@playwright/test'
import { ensureChromium } from '../scripts/chromium.mjs'

export const chromiumPath = (): string => ensureChromium() ?? '/usr/bin/chromium'

/** Starts a Chromium, calls `work`, and closes it. */
export async function withBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}
