import { endOfGrace, isFirstCharge } from '#shared/access/rules.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { toIso } from '#shared/core/time.ts'
import { SUBSCRIPTIONS_LINK } from '#shared/notifications/link-rules.ts'
import { changeOf, isPaid, plannedEnd, type Renewal } from '#shared/subscriptions/rules.ts'
import type { MailToWrite } from '../email/mail-rules.ts'
import { notification, REFRESH } from '../notifications/message-rules.ts'
import type { News } from './subscription-state.ts'

/** `monthlyCents`: the agreed monthly price. */
type Subject = { id: number; productId: number; productName: string; monthlyCents: number }

type Words = { type: 'info' | 'success' | 'warning'; title: string; message: string; mail?: MailToWrite }

/** What is read of a subscription to describe its change. */
type State = Renewal & { currentPeriodStart: number; trialEndsAt: number | null }

/** Returns null where the owner would see no difference. `now` is the instant at which the change was seen. */
export function renewalNews(
  subject: Subject,
  before: State & { pastDueSince: number | null },
  after: State,
  now: number,
): News | null {
  const words = messageFor(subject, before, after, now)
  if (!words) return before.status === after.status ? null : { messages: [REFRESH], mail: null }
  const { mail = null, ...text } = words
  const renews = plannedEnd(after) === null && isPaid(after.status)
  const data = {
    id: `subscription-${subject.id}-${crypto.randomUUID()}`,
    ...text,
    link: SUBSCRIPTIONS_LINK,
    subscription: {
      status: after.status,
      nextBillingDate: renews ? toIso(after.currentPeriodEnd) : null,
    },
  }
  return { messages: [REFRESH, notification(data, now)], mail }
}

function messageFor(
  { id: subscriptionId, productId, productName, monthlyCents }: Subject,
  before: State & { pastDueSince: number | null },
  after: State,
  now: number,
): Words | null {
  const of = { subscriptionId, productName }
  const renewsAt = after.currentPeriodEnd
  const until = endOfGrace(after, before.pastDueSince ?? now)
  const isTrial = after.status === 'trialing'
  // The provider may retry for longer than access lasts.
  const endedAt = Math.min(now, until)
  switch (changeOf(before, after)) {
    case 'failed': {
      const firstCharge = isFirstCharge(after)
      const message = firstCharge
        ? `The first payment for ${productName} did not go through. Your access ended with your free days on ${formatDay(until)} (UTC): update your card in My Subscriptions to open it again.`
        : `${productName} could not be renewed. Your access stays until ${formatDay(until)} (UTC): update your card in My Subscriptions to keep it.`
      const mail = { template: 'renewal-failed' as const, data: { ...of, until, firstCharge } }
      return { type: 'warning', title: 'Payment failed', message, mail }
    }
    case 'recovered': {
      const message = `${productName} is paid, and renews on ${formatDay(renewsAt)} (UTC).`
      const mail = { template: 'renewal-recovered' as const, data: { ...of, renewsAt } }
      return { type: 'success', title: 'Payment recovered', message, mail }
    }
    case 'unpaid': {
      const message = `${productName} stayed unpaid, so access has ended. Open Update card in My Subscriptions, change your card and pay the open invoice there.`
      const data = { ...of, productId, endedAt, why: 'unpaid' as const, may: 'pay' as const }
      const mail = { template: 'subscription-ended' as const, data }
      return { type: 'warning', title: 'Access ended', message, mail }
    }
    case 'ended-unpaid': {
      const message = `${productName} stayed unpaid and has ended. You will not be charged again.`
      const data = { ...of, productId, endedAt, why: 'unpaid' as const, may: 'subscribe' as const }
      const mail = { template: 'subscription-ended' as const, data }
      return { type: 'warning', title: 'Subscription ended', message, mail }
    }
    case 'ended':
      return {
        type: 'info',
        title: 'Subscription ended',
        message: `${productName} has ended. You will not be charged again.`,
      }
    case 'cancelled': {
      const end = plannedEnd(after) ?? renewsAt
      const message = `You keep access to ${productName} until ${formatDay(end)} (UTC). ${isTrial ? 'Nothing will be charged.' : 'You will not be charged again.'}`
      const mail = { template: 'subscription-cancelled' as const, data: { ...of, until: end, isTrial } }
      return { type: 'info', title: 'Subscription cancelled', message, mail }
    }
    case 'resumed': {
      const message = isTrial
        ? `Your free days go on. ${productName} is charged from ${formatDay(renewsAt)} (UTC).`
        : `${productName} renews on ${formatDay(renewsAt)} (UTC).`
      const mail = {
        template: 'subscription-resumed' as const,
        data: { ...of, renewsAt, monthlyCents, isTrial },
      }
      return { type: 'info', title: 'Subscription resumed', message, mail }
    }
    case null:
      return null
  }
}
