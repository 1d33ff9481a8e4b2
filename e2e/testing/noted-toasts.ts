import { expect, type Page } from '@playwright/test'

/**
 * Records the text of every toast that this page shows, because the next toast, for example of a live message, replaces
 * the last one at once. Call before the first navigation.
 */
export const noteToasts = (page: Page) =>
  page.addInitScript({
    content: `globalThis.notedToasts = []
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('[data-tone]'))
          if (!notedToasts.includes(textContent)) notedToasts.push(textContent)
      }).observe(document, { subtree: true, childList: true, characterData: true })`,
  })

/** Expects that this page has shown a toast with this text since the page was loaded. */
export const expectNotedToast = (page: Page, text: string | RegExp) =>
  expect
    .poll(async () => (await page.evaluate<string[]>('notedToasts')).join('\n'), {
      intervals: [50, 100, 250],
    })
    .toEqual(typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text))
