import type { Page } from '@playwright/test'

/**
 * The elements that reach over the right edge of the window, though nothing scrolls or shortens them, with the page's own
 * sideways scroll. Text in `overflow: hidden` does not make a page scroll, but cannot be read.
 */
const OVERFLOWING = `(() => {
  const width = window.innerWidth
  const isContained = (one) => {
    for (let up = one; up; up = up.parentElement) {
      const { overflowX, textOverflow, position, clipPath } = getComputedStyle(up)
      if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis' || clipPath !== 'none') return true
      if (position === 'fixed' && up.getBoundingClientRect().left >= width) return true
    }
    return false
  }
  const found = [...document.querySelectorAll('body *')].filter(
    (one) => !(one instanceof SVGElement) && one.getBoundingClientRect().width > 0 &&
      one.getBoundingClientRect().right > width + 1 && !isContained(one))
  const over = document.documentElement.scrollWidth - width
  return [...(over > 0 ? ['the page by ' + over] : []), ...found.slice(0, 3).map((one) => one.outerHTML.slice(0, 160))]
})()`

/** What is too wide on the open page: the page itself, and the first three elements. */
export const overflowOn = (page: Page): Promise<string[]> => page.evaluate<string[]>(OVERFLOWING)
