import { Problem } from '../../core/problem.ts'
import { visibleLine, visibleText } from '../../core/visible-text.ts'
import { refusedBy } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { queueMail } from '../email/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { enqueueEmail } from '../notifications/writes.ts'
import { answerKey, findMessage } from './store.ts'
import { answerMessage, noteMessage } from './writes.ts'

/**
 * Stores the answer and mails it to the sender, in one batch. Of two admins who answer at once, one succeeds.
 * @throws Problem 404; 409 where the message was answered or closed meanwhile
 */
export async function answer(
  deps: CoreDeps,
  id: number,
  actor: Actor,
  text: string,
  now: number,
): Promise<void> {
  const { db } = deps
  const found = await findMessage(db, id)
  if (!found) throw new Problem(404, 'There is no such message.')
  const { message, account } = found
  if (message.answeredAt !== null) throw notOpen()
  const key = answerKey(id, now)
  const data = {
    name: visibleLine(message.firstName),
    subject: visibleLine(message.subject),
    message: visibleText(message.message),
    writtenAt: message.createdAt,
    answer: text,
  }
  const by = { actorId: actor.id, ip: actor.ip, now }
  const mail = { template: 'support-answer' as const, data }
  try {
    const writes = [
      noteMessage(db, { id, isOpen: true }, { ...by, action: 'message.answer', after: { open: false } }),
      answerMessage(db, id, { ...by, answer: text }),
      queueMail(db, { key, to: message.email, userId: account?.id ?? null, mail, now }),
      enqueueEmail(db, { key, deliveryKey: key, now }),
    ]
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    throw refusedBy(error, 'audit_log', 'action') ? notOpen() : error
  }
}

const notOpen = () =>
  new Problem(409, 'Somebody has answered or closed this message already. Please load it again.')
