import { formatDay } from '../../../worker/core/format-day.ts'
import type { Subscription } from '../../../worker/features/subscriptions/contract.ts'

type Facts = Pick<Subscription, 'id' | 'productId' | 'status' | 'prepaid' | 'endsAt' | 'reversed'>

/** What to tell who has paid a month of this product ahead, and where another is added; null: nobody has. */
export function prepaidMonth(productId: number, subscriptions: readonly Facts[], now: number) {
  const running = subscriptions.find(
    ({ endsAt, ...own }) =>
      own.productId === productId &&
      own.prepaid &&
      own.status === 'active' &&
      own.reversed === null &&
      endsAt !== null &&
      Date.parse(endsAt) > now,
  )
  if (!running?.endsAt) return null
  const until = formatDay(running.endsAt)
  return {
    title: `Paid until ${until}`,
    text: `It does not renew by itself. Renew with crypto now and the next month begins on ${until}, so nothing is lost; by card you can subscribe after that day.`,
    renewPath: `/dashboard?tab=subscriptions&renew=${running.id}`,
  }
}
