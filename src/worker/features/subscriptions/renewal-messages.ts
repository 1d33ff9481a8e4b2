import { formatDay } from '../../core/format-day.ts'
import { toIso } from '../../core/time.ts'
import type { UserMessage } from '../notifications/contract.ts'
import { plannedEnd, type Renewal } from './rules.ts'

/** What a change of a subscription tells its owner's screens; nothing where they would show the same. */
export function renewalMessages(
  { id, productName }: { id: number; productName: string },
  before: Renewal,
  after: Renewal,
  now: number,
): UserMessage[] {
  const end = plannedEnd(after)
  const isLive = after.status === 'active' || after.status === 'trialing'
  if (isLive && before.cancelAtPeriodEnd !== after.cancelAtPeriodEnd) {
    const timestamp = toIso(now)
    const [title, message] =
      end === null
        ? ['Subscription resumed', `${productName} renews on ${formatDay(after.currentPeriodEnd)}.`]
        : [
            'Subscription cancelled',
            `${productName} stays open until ${formatDay(end)}. You will not be charged again.`,
          ]
    const data = {
      id: `subscription-${id}-${now}`,
      type: 'info' as const,
      title,
      message,
      timestamp,
      read: false,
      subscription: {
        status: after.status,
        nextBillingDate: end === null ? toIso(after.currentPeriodEnd) : null,
      },
    }
    // In this order: of two toasts the last one stays.
    return [{ type: 'dashboard_refresh' }, { type: 'notification', timestamp, data }]
  }
  return before.status === after.status ? [] : [{ type: 'dashboard_refresh' }]
}
