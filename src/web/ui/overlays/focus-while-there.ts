/** How long what was done may take to change the page. */
const CHANGE_MS = 10_000

/**
 * Focuses the button; should it go with what it began, the main element has the focus, so that the keyboard does not
 * start again at the top. Who put the focus elsewhere meanwhile keeps it.
 */
export function focusWhileThere(button: HTMLElement): void {
  button.focus()
  const settle = () => {
    if (button.isConnected) return
    observer.disconnect()
    // After the page's own effects: one of them may know a better place.
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
