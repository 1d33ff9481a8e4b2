import { formatMoment } from '#shared/core/format-day.ts'
import type { PublisherKeyMailData } from '../staff-mail-rules.ts'
import { compose } from './compose.ts'

const MESSAGES: Record<PublisherKeyMailData['change'], { subject: string; effect: (at: string) => string }> =
  {
    add: {
      subject: 'A new key may soon publish releases',
      effect: (at) =>
        `Releases that it signs can be published from ${at}, or as soon as another owner confirms it.`,
    },
    'add-confirmed': {
      subject: 'A new key may publish releases now',
      effect: () => 'A second owner confirmed it. Releases that it signs can be published now.',
    },
    withdraw: {
      subject: 'A new key was removed before it was active',
      effect: () => 'No release can be published with it.',
    },
    remove: {
      subject: 'A key that publishes releases will be removed',
      effect: (at) => `It stops working on ${at}, or as soon as another owner confirms the removal.`,
    },
    'remove-confirmed': {
      subject: 'A key that published releases was removed',
      effect: () => 'A second owner confirmed it. Nothing can be published with it any more.',
    },
    keep: {
      subject: 'A key that publishes releases stays',
      effect: () => 'Its removal was cancelled.',
    },
  }

/** To every admin and to support: a change of the keys that may sign releases. */
export function publisherKeyMail(data: PublisherKeyMailData, links: { keysUrl: string }) {
  const { subject, effect } = MESSAGES[data.change]
  return compose({
    subject,
    preview: `${data.by} changed the key of ${data.name}.`,
    heading: subject,
    parts: [
      { text: effect(formatMoment(data.effectiveAt)) },
      {
        facts: [
          ['Key of', data.name],
          ['Fingerprint', data.fingerprint],
          ['Changed by', data.by],
          ...(data.ip === null ? [] : [['Network address', data.ip] as [string, string]]),
        ],
      },
      {
        text: 'If nobody on your team did this, somebody has an admin’s password: undo the change, log that admin out everywhere and change the password.',
      },
      { button: 'Open the publisher keys', url: links.keysUrl },
    ],
    footer: ['You get this email because you run this shop.'],
  })
}
