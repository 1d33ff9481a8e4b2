import type { Page } from '@playwright/test'

/** Ticks the request for the file at once, which the checkout of a download needs. */
export const askForFile = (page: Page) =>
  page.getByRole('checkbox', { name: /^I want the file right away/ }).check()
