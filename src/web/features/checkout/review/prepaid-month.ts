import { formatDay } from '#shared/core/format-day.ts'
import type { Subscription } from '#shared/subscriptions/contract.ts'

type Facts = Pick<Subscription, 'id' | 'productId' | 'status' | 'prepaid' | 'endsAt' | 'reversed'>

/** The labels for a buyer with a prepaid month of this product, and the path for adding another; null without one. */
export function prepaidMonth(
  productId: number,
  subscriptions: readonly Facts[],
  hasCrypto: boolean,
  now: number,
) {
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
  const title = `Paid until ${until}`
  if (!hasCrypto) {
    return {
      title,
      text: 'It does not renew automatically. You can subscribe by card after that day.',
    }
  }
  return {
    title,
    text: `It does not renew automatically. Renew with crypto now and the next month begins on ${until}, so you lose no days. You can subscribe by card after that day.`,
    renewPath: `/dashboard?tab=subscriptions&renew=${running.id}`,
  }
}
