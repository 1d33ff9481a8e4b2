/** The maximum time between the action and its change of the page. */
const CHANGE_MS = 10_000

/**
 * Focuses the button. If the action removes the button from the page, the main element gets the focus, so that keyboard
 * navigation does not restart at the top. A focus that the user has moved elsewhere stays there.
 */
export function focusWhileThere(button: HTMLElement): void {
  button.focus()
  const settle = () => {
    if (button.isConnected) return
    observer.disconnect()
    // After the page's own effects, which may set a better focus.
    setTimeout(() => {
      if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true })
    }, 100)
  }
  const observer = new MutationObserver(settle)
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), CHANGE_MS)
  settle()
}
