const KEY = 'reloadedAt'
const AGAIN_AFTER_MS = 60_000

/** After a deployment an open page may ask for code that is gone: one reload fetches the new version. */
export function reloadOnMissingCode(): void {
  window.addEventListener('vite:preloadError', (event) => {
    try {
      const before = Number(sessionStorage.getItem(KEY) ?? 0)
      if (Date.now() - before < AGAIN_AFTER_MS) return
      sessionStorage.setItem(KEY, String(Date.now()))
    } catch {
      // Without storage a second failure could not be told from the first: the error page offers the reload.
      return
    }
    event.preventDefault()
    window.location.reload()
  })
}
