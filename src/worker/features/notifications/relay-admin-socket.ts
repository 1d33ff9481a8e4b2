import { hasRole, type StaffRole } from '#shared/core/staff-roles.ts'
import { PING, PONG } from '#shared/notifications/contract.ts'
import { logError } from '../../core/log-error.ts'
import type { Env } from '../../providers/env.ts'
import {
  adminHub,
  connectToHub,
  MAX_MESSAGE_BYTES,
  POLICY_VIOLATION,
  type Resume,
  SESSION_ENDED,
  userHub,
} from '../../providers/hubs.ts'

type Staff = {
  id: number
  reference: string
  isAdmin: boolean
  staffRole: StaffRole | null
  sessionId: string
  sessionExpiresAt: number
}
type HubName = 'own' | 'admins'

const FAILED = 1011

/**
 * One socket for both hubs: the first `init` connects it to the admin's own hub, the first `admin-init` to the admins'.
 * The hubs check and limit the messages. If one connection closes, all close, and the browser connects again.
 * `readStaff` reads the session again: a hub is opened for a session that has not ended since the handshake only. `near`
 * as in `userHub`.
 */
export function relayAdminSocket(
  env: Env,
  readStaff: () => Promise<Staff | null>,
  resume: Resume,
  near?: DurableObjectLocationHint,
): Response {
  const { 0: client, 1: browser } = new WebSocketPair()
  const hubs = new Map<HubName, WebSocket>()
  const all = () => [browser, ...hubs.values()]

  const refuse = (reason: string) => closeAll(all(), POLICY_VIOLATION, reason)

  const open = async (name: HubName, staff: Staff): Promise<WebSocket | null> => {
    const { webSocket: hub, status } =
      name === 'own'
        ? await connectToHub(userHub(env, staff.reference, near), staff, resume)
        : await connectToHub(adminHub(env), staff)
    if (status === 429) {
      refuse('too many connections')
      return null
    }
    if (!hub) throw new Error(`The hub refused the connection: ${name}`)
    hub.addEventListener('message', ({ data }) => {
      // The browser may have closed its connection while the hub sent.
      if (browser.readyState === WebSocket.OPEN) browser.send(data)
    })
    hub.addEventListener('close', ({ code, reason }) => closeAll(all(), code, reason))
    hub.addEventListener('error', () => closeAll(all(), FAILED, 'connection failed'))
    hub.accept()
    hubs.set(name, hub)
    return hub
  }

  const greet = async (name: HubName, data: string): Promise<void> => {
    const known = hubs.get(name)
    if (known) return known.send(data)
    const staff = await readStaff()
    if (!staff?.isAdmin) return closeAll(all(), SESSION_ENDED, 'session ended')
    // The channel carries the shop's totals, which support does not see.
    if (name === 'admins' && !hasRole(staff.staffRole, 'manager')) return refuse('not your role')
    const hub = await open(name, staff)
    hub?.send(data)
  }

  const forward = async (data: string | ArrayBuffer): Promise<void> => {
    if (typeof data !== 'string' || data.length > MAX_MESSAGE_BYTES) return refuse('message not accepted')
    const type = data === PING ? 'ping' : typeOf(data)
    if (type === 'init') return greet('own', data)
    if (type === 'admin-init') return greet('admins', data)
    const hub = type?.startsWith('admin-') ? hubs.get('admins') : (hubs.get('own') ?? hubs.get('admins'))
    if (hub) return hub.send(data)
    if (type !== 'ping') return refuse('message not understood')
    browser.send(data === PING ? PONG : JSON.stringify({ type: 'pong' }))
  }

  // One at a time, so that messages stay in their order while a hub's connection opens.
  let last = Promise.resolve()
  browser.addEventListener('message', ({ data }) => {
    last = last
      // Frames that were under way when the connection closed have no receiver.
      .then(() => (browser.readyState === WebSocket.OPEN ? forward(data) : undefined))
      .catch((error) => {
        logError('admin socket', { error })
        closeAll(all(), FAILED, 'connection failed')
      })
  })
  browser.addEventListener('close', ({ code, reason }) => closeAll(all(), code, reason))
  browser.addEventListener('error', () => closeAll(all(), FAILED, 'connection failed'))
  browser.accept()
  return new Response(null, { status: 101, webSocket: client })
}

function typeOf(data: string): string | null {
  try {
    const type: unknown = JSON.parse(data)?.type
    return typeof type === 'string' ? type : null
  } catch {
    return null
  }
}

/** Codes that only describe a broken connection (1006, say) cannot be sent. */
const isSendable = (code: number) => code === 1000 || (code >= 1007 && code <= 1014) || code >= 3000

function closeAll(sockets: readonly WebSocket[], code: number, reason: string): void {
  for (const socket of sockets) {
    try {
      socket.close(isSendable(code) ? code : 1000, reason)
    } catch {
      // It is closed already.
    }
  }
}
