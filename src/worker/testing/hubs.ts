import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Notification, UserMessage } from '../features/notifications/contract.ts'

export const hubOf = (userId: number) => env.USER_HUB.getByName(String(userId))

/** What this user's hub keeps: the notifications of the bell and the log of messages. */
export function heldBy(userId: number): Promise<{ kept: Notification[]; log: UserMessage[] }> {
  return runInDurableObject(hubOf(userId), (_, { storage }) => {
    const kept = storage.sql.exec<{ body: string }>('SELECT body FROM kept').toArray()[0]
    const log = storage.sql.exec<{ body: string }>('SELECT body FROM log ORDER BY seq').toArray()
    return { kept: kept ? JSON.parse(kept.body) : [], log: log.map(({ body }) => JSON.parse(body)) }
  })
}
