import { LIMIT_DAYS, MOST_NETWORKS } from '#shared/core/download-limits.ts'
import { formatMoment } from '#shared/core/format-day.ts'
import { DAY } from '#shared/core/time.ts'
import { LIMIT_WINDOW_MS, type LimitReached } from '#shared/downloads/limit-rules.ts'
import { PRODUCTS_LINK } from '#shared/notifications/link-rules.ts'
import { logError } from '../../core/log-error.ts'
import type { Db, Write } from '../../db/client.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import type { LinkHolder } from '../email/mail-rules.ts'
import { queueMailOnce } from '../email/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { notification } from '../notifications/message-rules.ts'
import { enqueueEmailOnce, enqueueUserMessagesOnce } from '../notifications/writes.ts'
import { selectToNotify } from './store.ts'

type Limited = { productId: number; reached: LimitReached }

/**
 * Notifies the owner of purchases that reached a limit: by mail and on their screens, once per product and window. After
 * a failure the next refused download notifies. One read and one batch for all products.
 */
export async function notifyLimits(
  deps: CoreDeps,
  holder: LinkHolder,
  limited: readonly Limited[],
  now: number,
): Promise<void> {
  if (limited.length === 0) return
  try {
    const ids = limited.map(({ productId }) => productId)
    const owners = await selectToNotify(deps.db, holder, ids, now - LIMIT_WINDOW_MS)
    const writes = owners.flatMap((owner) => {
      const reached = limited.find(({ productId }) => productId === owner.productId)?.reached
      return reached ? noticeOf(deps.db, holder, owner, reached, now) : []
    })
    if (writes.length > 0) await commitAndDispatch(deps, writes, now)
  } catch (error) {
    logError('download-limit', { error })
  }
}

type Owner = Awaited<ReturnType<typeof selectToNotify>>[number]

function noticeOf(
  db: Db,
  holder: LinkHolder,
  { userId, email, productName, prefix, isNotified }: Owner,
  { limit, worksAgainAt }: LimitReached,
  now: number,
): Write[] {
  if (email === null || isNotified) return []
  // The day makes requests at once enqueue one notice.
  const key = `${prefix}${Math.floor(now / DAY)}`
  const data = { productName, limit, worksAgainAt, hasAccount: userId !== null }
  const mail = { template: 'download-limit' as const, data }
  const payment = 'paymentId' in holder ? { paymentId: holder.paymentId } : {}
  const mails = [
    queueMailOnce(db, { key, to: email, userId, ...payment, mail, now }),
    enqueueEmailOnce(db, { key, deliveryKey: key, now }),
  ]
  if (userId === null) return mails
  const note = {
    id: key,
    type: 'warning' as const,
    title: 'Download limit reached',
    link: PRODUCTS_LINK,
    message: `${productName} ${limit === 'networks' ? `was downloaded from ${MOST_NETWORKS} networks within ${LIMIT_DAYS} days. A new network works` : 'reached its limit of downloads. They work again'} from ${formatMoment(worksAgainAt)}. If this was not you, change your password: that ends every download link.`,
  }
  const messages = [notification(note, now)]
  return [...mails, enqueueUserMessagesOnce(db, { key: `${key}:screens`, userId, messages, now })]
}
