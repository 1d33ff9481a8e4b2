import { type ServerMessage, serverMessageSchema } from '#shared/notifications/contract.ts'

/** Null for a message that this version of the page does not know. */
export function parseMessage(data: unknown): ServerMessage | null {
  try {
    return serverMessageSchema.safeParse(JSON.parse(String(data))).data ?? null
  } catch {
    return null
  }
}
