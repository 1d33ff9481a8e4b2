import type { Message } from '#shared/contact/contract.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import { findMessage } from './store.ts'
import { toMessage } from './views.ts'

/** @throws Problem 404 */
export async function readMessage(db: Db, id: number): Promise<Message> {
  const found = await findMessage(db, id)
  if (!found) throw new Problem(404, 'There is no such message.')
  return toMessage(found)
}
