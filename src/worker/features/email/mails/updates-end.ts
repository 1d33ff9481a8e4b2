import { BRAND } from '#shared/core/brand.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { formatCents } from '#shared/core/money.ts'
import type { UpdatesEndData } from '../mail-rules.ts'
import { compose, NEVER_ASKED } from './compose.ts'
import type { NewsLinks } from './new-script.ts'

/** Sent before the three months of updates of a one-time purchase end. */
export const updatesEndMail = (data: UpdatesEndData, links: NewsLinks & { pricingUrl: string }) =>
  compose({
    subject: `Your updates for ${data.productName} end on ${formatDay(data.endsAt)}`,
    preview: 'What you have stays yours. After that day only security updates are included.',
    heading: `Your updates for ${data.productName} end on ${formatDay(data.endsAt)}`,
    parts: [
      {
        text: `Your purchase includes 3 months of updates. Every version published until ${formatDay(data.endsAt)} (UTC) stays yours to download. Security updates are included after that day, too.`,
      },
      {
        text: `For newer versions you can buy ${data.productName} again after that day for ${formatCents(data.priceCents)}, with another 3 months of updates, or take a plan that includes all updates.`,
      },
      { button: `See ${data.productName}`, url: links.productUrl },
      { link: 'Compare the plans', url: links.pricingUrl },
    ],
    footer: [`You get this because promotional emails are on in your ${BRAND} profile.`, NEVER_ASKED],
    unsubscribe: links.unsubscribe,
  })
