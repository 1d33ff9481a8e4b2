import { visibleLine, visibleText } from '../../../core/visible-text.ts'
import type { ContactData } from '../mail-rules.ts'
import { compose } from './compose.ts'

/** To support: a message from the contact form. A reply goes to the sender of the message. */
export function contactMail(data: ContactData) {
  const [name, subject] = [visibleLine(data.name), visibleLine(data.subject)]
  return compose({
    subject: `Contact: ${subject}`,
    preview: `${name} wrote through the contact form.`,
    heading: subject,
    parts: [
      {
        facts: [
          ['From', name],
          ['Address', data.email],
        ],
      },
      { quote: visibleText(data.message) },
    ],
    footer: ['Sent through the contact form. The address was typed by the sender and is not verified.'],
    replyTo: data.email,
  })
}
