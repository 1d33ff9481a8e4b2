import type { Books } from './books.ts'
import type { Client } from './client.ts'

const TIMEOUT_MS = 10_000

// biome-ignore lint/suspicious/noExplicitAny: each caller knows the messages of its hub
type Message = any

/** Node's WebSocket accepts headers, which the standard type does not have. */
const SocketWithHeaders = WebSocket as unknown as new (
  url: string,
  options: { headers: Record<string, string> },
) => WebSocket

/** The first message of this type on this person's WebSocket; null: no message came. */
function firstMessage(
  baseUrl: string,
  client: Client,
  { path, type, hello }: { path: string; type: string; hello?: object },
): Promise<Message | null> {
  return new Promise((done) => {
    const socket = new SocketWithHeaders(`${baseUrl.replace(/^http/, 'ws')}${path}`, {
      headers: { origin: baseUrl, cookie: client.cookie },
    })
    const end = (message: Message | null) => {
      clearTimeout(timer)
      socket.close()
      done(message)
    }
    const timer = setTimeout(() => end(null), TIMEOUT_MS)
    socket.onopen = () => hello && socket.send(JSON.stringify(hello))
    socket.onerror = () => end(null)
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data))
      if (message.type === type) end(message)
    }
  })
}

/** The totals on an admin's screen; null: no totals. */
export async function readAdminTotals(baseUrl: string, admin: Client): Promise<Books['adminTotals']> {
  const { body } = await admin.get('/api/auth/me')
  const hello = { type: 'admin-init', userId: body?.data?.id, isAdmin: true }
  const message = await firstMessage(baseUrl, admin, {
    path: '/ws?isAdmin=true',
    type: 'admin-stats',
    hello,
  })
  if (message === null) return null
  const { totalUsers, totalPurchases, totalSubscriptions, totalRevenue } = message.stats
  return {
    users: totalUsers,
    purchases: totalPurchases,
    subscriptions: totalSubscriptions,
    revenueCents: Math.round(totalRevenue * 100),
  }
}

/** The ids of a person's notifications; null: the person is not logged in any more. */
export async function readScreen(baseUrl: string, client: Client): Promise<string[] | null> {
  const message = await firstMessage(baseUrl, client, { path: '/ws', type: 'welcome' })
  return message === null ? null : (message.notifications as { id: string }[]).map(({ id }) => id)
}

/** The products on a person's dashboard, with the response status of each download. */
export async function readShelf(client: Client): Promise<Books['shelves'][number]['products']> {
  const { body } = await client.get('/api/my-products?limit=100')
  const listed = (body?.data ?? []) as { id: number }[]
  return Promise.all(
    listed.map(async ({ id }) => ({ id, status: (await client.get(`/api/download/file/${id}`)).status })),
  )
}
