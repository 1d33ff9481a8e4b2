import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Notification, UserMessage } from '../features/notifications/contract.ts'
import { pushToUser } from '../providers/hubs.ts'

export const hubOf = (userId: number) => env.USER_HUB.getByName(String(userId))

/** What this user's hub keeps: the notifications of the bell and the log of messages. */
export function heldBy(userId: number): Promise<{ kept: Notification[]; log: UserMessage[] }> {
  return runInDurableObject(hubOf(userId), (_, { storage }) => {
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

export const pushTo = (userId: number, key: string, ...messages: UserMessage[]): Promise<void> =>
  pushToUser(env, { key, userId, messages })
