import { defineConfig } from '@playwright/test'
import { DEEP } from './e2e/testing/tags.ts'
import { findChromium } from './scripts/chromium.mjs'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/testing/global-setup.ts',
  // Each worker has its own shop and browser (e2e/testing/test.ts). With 2 cores: two workers run while a third waits.
  workers: 3,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  retries: 0,
  // Set by `npm test` (e2e/testing/tags.ts).
  ...(process.env.E2E_SHARE === 'small' && { grepInvert: new RegExp(DEEP) }),
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    // The form of dates that the shop itself has where it does not know the reader.
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Traces slow down every test. To record one test: npm run test:e2e -- FILE --trace on
    trace: 'off',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
