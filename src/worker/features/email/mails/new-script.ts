import { BRAND } from '#shared/core/brand.ts'
import { formatCents } from '#shared/core/money.ts'
import type { NewScriptData } from '../mail-rules.ts'
import { compose, type Letter, NEVER_ASKED } from './compose.ts'

export type NewsLinks = { productUrl: string; unsubscribe: NonNullable<Letter['unsubscribe']> }

/** A product that was not in the shop before. */
export const newScriptMail = (data: NewScriptData, links: NewsLinks) =>
  compose({
    subject: `New script: ${data.productName}`,
    preview: data.description,
    heading: `New: ${data.productName}`,
    parts: [
      { text: data.description },
      {
        facts: [
          ['Version', data.version],
          ['Price', data.included ? 'Included in your plan' : formatCents(data.priceCents)],
        ],
      },
      { button: `See ${data.productName}`, url: links.productUrl },
    ],
    footer: [
      'userId' in data.reader
        ? `You get this because emails about new scripts are on in your ${BRAND} profile.`
        : `You get this because you subscribed to the ${BRAND} newsletter.`,
      NEVER_ASKED,
    ],
    unsubscribe: links.unsubscribe,
  })
