import { mayReload } from './may-reload.ts'

const KEY = 'reloadedAt'

/**
 * To be called when code failed to load. After a deployment, one reload fetches the new version. Without a network, a
 * reload would only lose the page that is still shown. Returns whether the page is about to reload.
 */
export async function reloadForNewVersion(asked = false): Promise<boolean> {
  try {
    const reloadedAt = Number(sessionStorage.getItem(KEY) ?? 0)
    if (!mayReload({ online: navigator.onLine, asked, reloadedAt, now: Date.now() })) return false
    const page = await fetch(window.location.href, { cache: 'no-store' })
    if (!page.ok) return false
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    // No response; or no storage, without which a second failure cannot be distinguished from the first.
    return false
  }
  window.location.reload()
  return true
}
