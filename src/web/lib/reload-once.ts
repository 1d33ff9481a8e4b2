import { mayReload } from './may-reload.ts'

const KEY = 'reloadedAt'
/** Right after the network is back, the first requests may still fail. */
const TRIES = 3
const PAUSE_MS = 1000

/** Several parts may find at once that their code is missing. */
let isReloading = false

/**
 * To be called when code failed to load. After a deployment, one reload fetches the new version. Without a network, a
 * reload would only lose the page that is still shown. Returns whether the page is about to reload.
 */
export async function reloadForNewVersion({ asked = false, returned = false } = {}): Promise<boolean> {
  try {
    const reloadedAt = Number(sessionStorage.getItem(KEY) ?? 0)
    if (!mayReload({ online: navigator.onLine, asked, returned, reloadedAt, now: Date.now() })) return false
    if (!(await answers(returned ? TRIES : 1))) return false
    if (isReloading) return true
    sessionStorage.setItem(KEY, String(Date.now()))
    isReloading = true
  } catch {
    // No storage, without which a second failure cannot be distinguished from the first.
    return false
  }
  window.location.reload()
  return true
}

/** Whether the shop answers with this page. */
async function answers(tries: number): Promise<boolean> {
  for (let left = tries; left > 0; left -= 1) {
    const page = await fetch(window.location.href, { cache: 'no-store' }).catch(() => null)
    if (page?.ok) return true
    if (left > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return false
}
