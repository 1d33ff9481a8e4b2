import { mayReload } from './may-reload.ts'

const KEY = 'reloadedAt'

/**
 * Code could not be had. Where a deployment took it away one reload fetches the new version; where the network is away a
 * reload would only lose the page that is still shown. Answers whether the page is about to reload.
 */
export async function reloadForNewVersion(asked = false): Promise<boolean> {
  try {
    const reloadedAt = Number(sessionStorage.getItem(KEY) ?? 0)
    if (!mayReload({ online: navigator.onLine, asked, reloadedAt, now: Date.now() })) return false
    const page = await fetch(window.location.href, { cache: 'no-store' })
    if (!page.ok) return false
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    // No answer; or no storage, without which a second failure cannot be distinguished from the first.
    return false
  }
  window.location.reload()
  return true
}
