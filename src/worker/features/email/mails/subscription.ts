import { formatDay } from '#shared/core/format-day.ts'
import { formatCents } from '#shared/core/money.ts'
import type {
  PrepaidEndingData,
  RenewalFailedData,
  RenewalRecoveredData,
  SubscriptionCancelledData,
  SubscriptionEndedData,
  SubscriptionResumedData,
  TrialEndingData,
  TrialStoppedData,
} from '../subscription-mail-rules.ts'
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
export const renewalFailedMail = ({ productName, until, firstCharge }: RenewalFailedData, links: Links) => {
  const what = firstCharge ? 'first month' : 'renewal'
  const subject = `The ${what} of ${productName} could not be paid`
  const effect = firstCharge
    ? `Your access ended with your free days on ${formatDay(until)} (UTC). It opens again when the payment succeeds, which is tried again automatically.`
    : `Your access stays as it is until ${formatDay(until)} (UTC), and the payment is tried again automatically.`
  return compose({
    subject,
    preview: firstCharge
      ? 'Your access has ended. Check your card to open it again.'
      : `Your access stays until ${formatDay(until)}. Check your card to keep it.`,
    heading: subject,
    parts: [
      { text: `Your card payment did not go through. ${effect}` },
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
}

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
export const subscriptionCancelledMail = (
  { productName, until, isTrial }: SubscriptionCancelledData,
  links: Links,
) =>
  compose({
    subject: `Your ${productName} is cancelled`,
    preview: `It stays open until ${formatDay(until)}. ${isTrial ? 'Nothing will be charged.' : 'You will not be charged again.'}`,
    heading: `Your ${productName} is cancelled`,
    parts: [
      {
        text: isTrial
          ? `It stays open until your free days end on ${formatDay(until)} (UTC). After that it ends, and nothing is charged.`
          : `It stays open until ${formatDay(until)} (UTC), because that time is paid. After that it ends, and you will not be charged again.`,
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
  { productName, renewsAt, monthlyCents, isTrial }: SubscriptionResumedData,
  links: Links,
) => {
  const renewal = `on ${formatDay(renewsAt)} (UTC)${monthlyCents > 0 ? ` for ${formatCents(monthlyCents)}` : ''}`
  return compose({
    subject: `Your ${productName} continues`,
    preview: `${isTrial ? 'The first charge is' : 'It renews'} on ${formatDay(renewsAt)}.`,
    heading: `Your ${productName} continues`,
    parts: [
      {
        text: `You resumed it. ${isTrial ? 'The first charge is' : 'It renews'} ${renewal}, then monthly until you cancel. Nothing was charged now.`,
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
            ? `Your prepaid ${productName} ended on ${formatDay(endedAt)} (UTC). Nothing is charged automatically. If another plan of yours includes it, your access continues and there is nothing to do.`
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
        text: `Nothing is charged automatically. Your prepaid ${productName} ends on ${day} (UTC) unless you add a month. If another plan of yours includes it, your access continues and there is nothing to do.`,
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

/** Three days before the first charge after a trial: the amount, the date and the way to cancel. */
export const trialEndingMail = (
  { productName, endsAt, monthlyCents }: TrialEndingData,
  links: { subscriptionsUrl: string; supportEmail: string },
) => {
  const day = formatDay(endsAt)
  const price = formatCents(monthlyCents)
  return compose({
    subject: `Your free days of ${productName} end on ${day}`,
    preview: `Then it costs ${price} a month. Cancel before that day and nothing is charged.`,
    heading: `Your free days of ${productName} end on ${day}`,
    parts: [
      {
        text: 'After that the subscription continues, and your card is charged each month until you cancel.',
      },
      {
        facts: [
          ['First charge', `${day} (UTC)`],
          ['Amount', `${price}, then monthly until you cancel`],
        ],
      },
      {
        text: 'To pay nothing, cancel before that day under My Subscriptions. Your access then lasts until the free days end.',
      },
      { button: 'Cancel or keep it', url: links.subscriptionsUrl },
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })
}

/** To a buyer whose trial did not start, because they had one before or have the product. */
export const trialStoppedMail = (
  { productName, productId, monthlyCents, why }: TrialStoppedData,
  links: { publicUrl: string; supportEmail: string; order: string },
) => {
  const reason =
    why === 'owned'
      ? `You already have ${productName}, and your access stays as it is.`
      : 'Free days are once per person, and this card or account has had them before.'
  const checkout = `${links.publicUrl}/checkout?productId=${productId}&purchaseType=subscription&trial=no`
  return compose({
    subject: `Your free days of ${productName} did not start`,
    preview: `Nothing was charged, and nothing will be. ${reason}`,
    heading: 'Your free days did not start',
    parts: [
      {
        text: `${reason} So we ended the new subscription at once. Nothing was charged, and nothing will be.`,
      },
      { facts: [['Order', links.order]] },
      ...(why === 'owned'
        ? []
        : [
            { text: `You can subscribe without free days for ${formatCents(monthlyCents)} a month.` },
            { button: `Subscribe to ${productName}`, url: checkout },
          ]),
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })
}
