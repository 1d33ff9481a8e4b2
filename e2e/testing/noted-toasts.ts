import { expect, type Page } from '@playwright/test'

/**
 * Notes the text of every toast that this page shows: the next toast, of a live message for instance, takes the place of
 * the last at once. Call before the first navigation.
 */
export const noteToasts = (page: Page) =>
  page.addInitScript({
    content: `globalThis.notedToasts = []
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('[data-tone]'))
          if (!notedToasts.includes(textContent)) notedToasts.push(textContent)
      }).observe(document, { subtree: true, childList: true, characterData: true })`,
  })

/** This page has shown a toast with this text since it was loaded. */
export const expectNotedToast = (page: Page, text: string | RegExp) =>
  expect
    .poll(async () => (await page.evaluate<string[]>('notedToasts')).join('\n'), {
      intervals: [50, 100, 250],
    })
    .toEqual(typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text))
