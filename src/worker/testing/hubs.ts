import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Notification, UserMessage } from '#shared/notifications/contract.ts'
import type { Env } from '../providers/env.ts'
import { adminHub, userHub } from '../providers/hubs.ts'

export async function hubOf(userId: number) {
  const found = await env.DB.prepare('SELECT reference FROM users WHERE id = ?')
    .bind(userId)
    .first<{ reference: string }>()
  if (!found) throw new Error(`There is no account ${userId}`)
  return userHub(env, found.reference)
}

/** The data in this user's hub: the notifications of the bell and the log of messages. */
export async function readHub(userId: number): Promise<{ kept: Notification[]; log: UserMessage[] }> {
  return runInDurableObject(await hubOf(userId), (_, { storage }) => {
    const kept = storage.sql.exec<{ body: string }>('SELECT body FROM kept').toArray()[0]
    const log = storage.sql.exec<{ body: string }>('SELECT body FROM log ORDER BY seq').toArray()
    return { kept: kept ? JSON.parse(kept.body) : [], log: log.map(({ body }) => JSON.parse(body)) }
  })
}

/** A message for the bell. */
export const aNotification = (id: string): UserMessage => {
  const timestamp = new Date(1_790_000_000_000).toISOString()
  const data = { id, title: 'News', message: `News ${id}`, type: 'info' as const, timestamp, read: false }
  return { type: 'notification', data, timestamp }
}

export async function pushTo(userId: number, key: string, ...messages: UserMessage[]): Promise<void> {
  await (await hubOf(userId)).push(key, messages)
}

export const adminsHub = () => adminHub(env)

/** Bindings with the real admin hub, which count the refreshes that the queue's consumer requests. */
export function countedRefreshes(): { bindings: Env; refreshes: () => number } {
  let refreshes = 0
  const refresh = () => {
    refreshes += 1
    return adminsHub().refresh()
  }
  const ADMIN_HUB = { getByName: () => ({ refresh }) } as unknown as Env['ADMIN_HUB']
  return { bindings: { ...env, ADMIN_HUB }, refreshes: () => refreshes }
}
