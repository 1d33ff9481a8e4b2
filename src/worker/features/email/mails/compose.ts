import type { Mail } from '../../../providers/mailer.ts'
import {
  button,
  code,
  facts,
  heading,
  layout,
  lines,
  link,
  paragraph,
  quietLine,
  quotation,
} from './layout.ts'

/** One piece of a mail, written once and shown as HTML and as plain text. */
export type Part =
  | { text: string }
  /** Text with its line breaks kept. */
  | { lines: string }
  | { quiet: string }
  | { quote: string }
  | { facts: readonly (readonly [term: string, value: string])[] }
  | { code: string; label: string }
  | { button: string; url: string }
  | { link: string; url: string }

export type Letter = {
  subject: string
  /** The text that an inbox shows beside the subject. */
  preview: string
  heading: string
  parts: readonly Part[]
  /** Small print below the mail: the reason for the mail, the contact address. */
  footer: readonly string[]
  /** Links that end this kind of mail. Only for mails that are optional. */
  unsubscribe?: { pageUrl: string; oneClickUrl: string }
  replyTo?: string
}

export const NEVER_ASKED =
  'We never ask for a private key or a seed phrase. If a message in our name does, it is not from us.'

/** Of a refund to a card. */
export const ON_CARD = 'It can take up to ten days to show on your card.'

const LEAVE = 'Unsubscribe from these emails'

/** The finished mail without its recipient. */
export function compose(letter: Letter): Omit<Mail, 'to'> {
  const { unsubscribe } = letter
  const leave = unsubscribe ? { label: LEAVE, url: unsubscribe.pageUrl } : null
  const body = heading(letter.heading) + letter.parts.map(toHtml).join('')
  const below = [...letter.footer, ...(leave ? [`${leave.label}: ${leave.url}`] : [])]
  return {
    subject: letter.subject,
    html: layout({ title: letter.subject, preview: letter.preview, body, footer: letter.footer, leave }),
    text: [letter.heading, ...letter.parts.map(toText), '--', below.join('\n')].join('\n\n'),
    ...(unsubscribe && {
      headers: {
        // RFC 8058: the mail program unsubscribes with one POST to this address. The reader opens no page.
        'List-Unsubscribe': `<${unsubscribe.oneClickUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
    ...(letter.replyTo !== undefined && { replyTo: letter.replyTo }),
  }
}

function toHtml(part: Part): string {
  if ('text' in part) return paragraph(part.text)
  if ('lines' in part) return lines(part.lines)
  if ('quiet' in part) return quietLine(part.quiet)
  if ('quote' in part) return quotation(part.quote)
  if ('facts' in part) return facts(part.facts)
  if ('code' in part) return code(part.label, part.code)
  return 'button' in part ? button(part.button, part.url) : link(part.link, part.url)
}

function toText(part: Part): string {
  if ('text' in part) return part.text
  if ('lines' in part) return part.lines
  if ('quiet' in part) return part.quiet
  if ('quote' in part) return part.quote.replace(/^/gm, '> ')
  if ('facts' in part) return part.facts.map(([term, value]) => `${term}: ${value}`).join('\n')
  if ('code' in part) return `${part.label.replace(/\.$/, '')}:\n${part.code}`
  return 'button' in part ? `${part.button}:\n${part.url}` : `${part.link}:\n${part.url}`
}
