import type { ContactData } from '../contract.ts'
import { compose } from './compose.ts'

/** To the shop's own people: somebody wrote through the contact form. An answer goes to the sender. */
export const contactMail = (data: ContactData) =>
  compose({
    subject: `Contact: ${data.subject}`,
    preview: `${data.name} wrote through the contact form.`,
    heading: data.subject,
    parts: [
      {
        facts: [
          ['From', data.name],
          ['Address', data.email],
        ],
      },
      { quote: data.message },
    ],
    footer: ['Sent through the contact form. The address was typed by the sender and is not verified.'],
    replyTo: data.email,
  })
