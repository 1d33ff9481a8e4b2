import { DAY } from '#shared/core/time.ts'
import { LIMIT_WINDOW_MS, type LimitReached } from '#shared/downloads/limit-rules.ts'
import { logError } from '../../core/log-error.ts'
import type { Write } from '../../db/client.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import type { LinkHolder } from '../email/mail-rules.ts'
import { queueMailOnce } from '../email/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { notification } from '../notifications/message-rules.ts'
import { enqueueEmailOnce, enqueueUserMessagesOnce } from '../notifications/writes.ts'
import { selectOwner, selectRecentMail } from './store.ts'

/**
 * Notifies the owner of a purchase that reached a limit: by mail and on their screens, once per window. After a failure
 * the next refused download notifies.
 */
export async function notifyLimit(
  deps: CoreDeps,
  holder: LinkHolder,
  productId: number,
  { limit, worksAgainAt }: LimitReached,
  now: number,
): Promise<void> {
  try {
    const { db } = deps
    const [owner] = await selectOwner(db, holder, productId)
    if (!owner) return
    const { userId, email, productName } = owner
    const person = userId === null && 'paymentId' in holder ? `p${holder.paymentId}` : `u${userId}`
    const prefix = `download-limit:${person}:${productId}:`
    const recent = await selectRecentMail(db, prefix, now - LIMIT_WINDOW_MS)
    if (email === null || recent.length > 0) return
    // The day makes requests at once enqueue one notice.
    const key = `${prefix}${Math.floor(now / DAY)}`
    const data = { productName, limit, worksAgainAt, hasAccount: userId !== null }
    const mail = { template: 'download-limit' as const, data }
    const writes: Write[] = [
      queueMailOnce(db, { key, to: email, userId, ...paymentOf(holder), mail, now }),
      enqueueEmailOnce(db, { key, deliveryKey: key, now }),
    ]
    if (userId !== null) {
      const note = {
        id: key,
        type: 'warning' as const,
        title: 'Download limit reached',
        message: `${productName} was downloaded unusually often. If this was not you, change your password: that ends every download link.`,
      }
      writes.push(
        enqueueUserMessagesOnce(db, {
          key: `${key}:screens`,
          userId,
          messages: [notification(note, now)],
          now,
        }),
      )
    }
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    logError('download-limit', { error })
  }
}

const paymentOf = (holder: LinkHolder) => ('paymentId' in holder ? { paymentId: holder.paymentId } : {})
