import { formatDay } from '#shared/core/format-day.ts'
import { formatCents } from '#shared/core/money.ts'
import type {
  PrepaidEndingData,
  RenewalFailedData,
  RenewalRecoveredData,
  SubscriptionCancelledData,
  SubscriptionEndedData,
  SubscriptionResumedData,
} from '../order-mail-rules.ts'
import { compose, NEVER_ASKED, type Part } from './compose.ts'

/** `registerUrl`: the registration page; null where the subscriber has an account. */
type Links = { subscriptionsUrl: string; registerUrl: string | null; supportEmail: string }

const footer = ({ supportEmail }: Links) => [`Questions: ${supportEmail}`, NEVER_ASKED]

/** My Subscriptions needs an account: a subscriber without one registers first. */
const ofGuest = ({ registerUrl }: Links): Part[] =>
  registerUrl === null
    ? []
    : [
        {
          text: 'You subscribed without an account. Register with this email address and confirm it first: this subscription is then under My Subscriptions in your dashboard.',
        },
        { link: 'Register with this address', url: registerUrl },
      ]

/** The first failed attempt at a renewal: the date until which access stays, and the steps to keep it. */
export const renewalFailedMail = ({ productName, until }: RenewalFailedData, links: Links) =>
  compose({
    subject: `The renewal of ${productName} could not be paid`,
    preview: `Your access stays until ${formatDay(until)}. Check your card to keep it.`,
    heading: `The renewal of ${productName} could not be paid`,
    parts: [
      {
        text: `Your card payment did not go through. Your access stays as it is until ${formatDay(until)} (UTC), and the payment is tried again automatically.`,
      },
      { text: 'If the card has changed or expired, update it now: under My Subscriptions, Update card.' },
      ...ofGuest(links),
      { button: 'Update card', url: links.subscriptionsUrl },
      {
        quiet:
          'To stop the subscription, cancel it there. It then ends at once: you lose access, and the failed payment is not tried again.',
      },
    ],
    footer: footer(links),
  })

/** A failed renewal was paid after all. */
export const renewalRecoveredMail = ({ productName, renewsAt }: RenewalRecoveredData, links: Links) =>
  compose({
    subject: `Your ${productName} is paid again`,
    preview: `It renews next on ${formatDay(renewsAt)}. There is nothing left to do.`,
    heading: `Your ${productName} is paid again`,
    parts: [
      {
        text: `The renewal that had failed is paid, and everything is open. Your ${productName} renews next on ${formatDay(renewsAt)} (UTC).`,
      },
      ...(links.registerUrl === null ? [{ link: 'Open My Subscriptions', url: links.subscriptionsUrl }] : []),
    ],
    footer: footer(links),
  })

/** The subscriber ended the renewal: what stays, until when, and how to undo it. */
export const subscriptionCancelledMail = ({ productName, until }: SubscriptionCancelledData, links: Links) =>
  compose({
    subject: `Your ${productName} is cancelled`,
    preview: `It stays open until ${formatDay(until)}. You will not be charged again.`,
    heading: `Your ${productName} is cancelled`,
    parts: [
      {
        text: `It stays open until ${formatDay(until)} (UTC), because that time is paid. After that it ends, and you will not be charged again.`,
      },
      { text: 'Changed your mind? Until that day you can resume it, at the same price.' },
      ...ofGuest(links),
      ...(links.registerUrl === null ? [{ link: 'Open My Subscriptions', url: links.subscriptionsUrl }] : []),
      { quiet: `If you did not cancel it, write to us: ${links.supportEmail}` },
    ],
    footer: footer(links),
  })

/** The subscriber undid the cancellation. */
export const subscriptionResumedMail = (
  { productName, renewsAt, monthlyCents }: SubscriptionResumedData,
  links: Links,
) => {
  const renewal = `on ${formatDay(renewsAt)} (UTC)${monthlyCents > 0 ? ` for ${formatCents(monthlyCents)}` : ''}`
  return compose({
    subject: `Your ${productName} goes on`,
    preview: `It renews on ${formatDay(renewsAt)}.`,
    heading: `Your ${productName} goes on`,
    parts: [
      {
        text: `The cancellation is undone. It renews ${renewal}, then monthly until you cancel. Nothing was charged now.`,
      },
      ...ofGuest(links),
      ...(links.registerUrl === null ? [{ link: 'Open My Subscriptions', url: links.subscriptionsUrl }] : []),
      { quiet: `If you did not do this, write to us: ${links.supportEmail}` },
    ],
    footer: footer(links),
  })
}

/** Access ended because a renewal or the next prepaid month was not paid. Links to the way to restore it. */
export const subscriptionEndedMail = (data: SubscriptionEndedData, links: Links & { publicUrl: string }) => {
  const { productName, endedAt, why, may, productId } = data
  const checkout = `${links.publicUrl}/checkout?productId=${productId}&purchaseType=subscription`
  const subject = may === 'pay' ? `Your access to ${productName} has ended` : `Your ${productName} has ended`
  const next =
    may === 'pay' ? 'Update your card and pay the open invoice to open it again.' : 'Nothing more is charged.'
  return compose({
    subject,
    preview: `It ended on ${formatDay(endedAt)}. ${next}`,
    heading: subject,
    parts: [
      {
        text:
          why === 'prepaid'
            ? `Your prepaid ${productName} ended on ${formatDay(endedAt)} (UTC). Nothing is charged automatically. If another plan of yours includes it, your access goes on and there is nothing to do.`
            : `A renewal stayed unpaid, so access ended on ${formatDay(endedAt)} (UTC).`,
      },
      {
        text: 'Scripts that you bought separately stay yours, with the versions that their updates included.',
      },
      ...(may === 'pay' || why === 'prepaid' ? ofGuest(links) : []),
      may === 'pay'
        ? { button: 'Update card and pay', url: links.subscriptionsUrl }
        : {
            button: why === 'prepaid' ? 'Renew with crypto' : 'Subscribe again',
            url: why === 'prepaid' ? renewUrl(data, links) : checkout,
          },
    ],
    footer: footer(links),
  })
}

/** Prepaid months are nearly over. They never renew automatically. */
export const prepaidEndingMail = (data: PrepaidEndingData, links: Links) => {
  const { productName, endsAt, priceCents, when } = data
  const day = formatDay(endsAt)
  return compose({
    subject:
      when === 'soon'
        ? `Your ${productName} ends on ${day}`
        : `Last reminder: your ${productName} ends on ${day}`,
    preview: `Renew for ${formatCents(priceCents)}. The new month is added to the end, so none of it is lost.`,
    heading: `Your ${productName} ends on ${day}`,
    parts: [
      {
        text: `Nothing is charged automatically. Your prepaid ${productName} ends on ${day} (UTC) unless you add a month. If another plan of yours includes it, your access goes on and there is nothing to do.`,
      },
      {
        text: `A month costs ${formatCents(priceCents)} and begins where this one ends: you lose no days by renewing early.`,
      },
      ...ofGuest(links),
      { button: 'Renew with crypto', url: renewUrl(data, links) },
    ],
    footer: footer(links),
  })
}

const renewUrl = ({ subscriptionId }: { subscriptionId: number }, { subscriptionsUrl }: Links) =>
  `${subscriptionsUrl}&renew=${subscriptionId}`
