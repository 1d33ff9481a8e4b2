// How boot.ts repeats in the app what was clicked and chosen before it.

/** The app renders each answer before the next event, as it does for a person. Safari has no idle callback. */
export const idle = () =>
  new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve, { timeout: 200 }) : setTimeout(resolve),
  )

/**
 * The same button or link in the app's own elements, which replace the preview of a private page. Not where several have
 * its name: another one may buy another product.
 */
export function inPage(button: HTMLElement): HTMLElement {
  if (button.isConnected) return button
  const nameOf = (one: HTMLElement) => one.ariaLabel ?? one.textContent
  const [found, ...others] = [...document.querySelectorAll<HTMLElement>(button.localName)].filter(
    (one) => nameOf(one) === nameOf(button),
  )
  return found && others.length === 0 ? found : button
}

/** Tabs react to `mousedown`, not to `click`. */
export function press(button: HTMLElement): void {
  if (button.role === 'tab') button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))
  button.click()
}

/** React has set the select back to the value of the document. */
export function choose(select: HTMLSelectElement, value: string): void {
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
}
