import { orderLink } from '#shared/notifications/link-rules.ts'
import type { StoppedTrial } from '#shared/payments/contract.ts'
import type { Db, Write } from '../../../db/client.ts'
import { queueMailUnlessDeleted } from '../../email/writes.ts'
import { notification, REFRESH } from '../../notifications/message-rules.ts'
import { enqueueEmail, enqueueUserMessages } from '../../notifications/writes.ts'
import type { Payment, PaymentWithProduct } from '../store.ts'

/** Notifies the buyer that a trial did not start, and that nothing was charged: by mail and on their screens. */
export function notifyStoppedTrial(
  db: Db,
  { id: paymentId, userId, email, scriptId: productId, originalCents: monthlyCents }: Payment,
  { name: productName }: PaymentWithProduct['product'],
  why: StoppedTrial,
  now: number,
): Write[] {
  if (email === null || userId === null) return []
  const key = `trial-stopped:${paymentId}`
  const data = { paymentId, productId, productName, monthlyCents, why }
  const reason =
    why === 'owned'
      ? `You already have ${productName}.`
      : 'Free days are once per person, and this card or account has had them before.'
  const title = 'Your free days did not start'
  const message = `${reason} Nothing was charged, and nothing will be.`
  const note = { id: key, type: 'warning' as const, title, message, link: orderLink(paymentId) }
  return [
    queueMailUnlessDeleted(db, {
      key,
      to: email,
      userId,
      paymentId,
      mail: { template: 'trial-stopped', data },
      now,
    }),
    enqueueEmail(db, { key: `${key}:1`, deliveryKey: key, now }),
    enqueueUserMessages(db, {
      key: `${key}:screens`,
      userId,
      messages: [REFRESH, notification(note, now)],
      now,
    }),
  ]
}
