import type { Locator, Page } from '@playwright/test'

type Fill = Locator['fill']
const changed = new WeakSet<object>()

/**
 * Makes every `fill` check the field and fill it again if its text went into another field. `fill` types into the
 * focused field, and a refused form focuses its first invalid field twice: react-hook-form's second call of `focus`
 * has a timer, which can fire while the test fills the next field.
 */
export function fillAgain(page: Page): void {
  const prototype: { fill: Fill } = Object.getPrototypeOf(page.locator('html'))
  if (changed.has(prototype)) return
  changed.add(prototype)
  const fillOnce = prototype.fill
  prototype.fill = async function (this: Locator, text, options) {
    await fillOnce.call(this, text, options)
    // A field that is gone after its change, for example after a navigation, is not filled again.
    const value = await this.inputValue({ timeout: 1000 }).catch(() => text)
    if (value !== text) await fillOnce.call(this, text, options)
  }
}
