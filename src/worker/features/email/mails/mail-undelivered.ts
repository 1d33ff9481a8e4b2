import type { MailUndeliveredData } from '../order-mail-rules.ts'
import { compose } from './compose.ts'

/** To support: a mail that its recipient needs did not arrive. */
export const mailUndeliveredMail = (
  { name, email, paymentId, reason }: MailUndeliveredData,
  { mailsUrl, orderUrl }: { mailsUrl: string; orderUrl: string | null },
) => {
  const about = paymentId === null ? '' : ` for order #${paymentId}`
  return compose({
    subject: `Not delivered: ${name}${about}`,
    preview: `${email ?? 'The recipient'} did not get it: ${reason}`,
    heading: `A mail${about} did not arrive`,
    parts: [
      {
        facts: [
          ['Mail', name],
          ['Address', email ?? 'not kept'],
          ['Why', reason],
        ],
      },
      {
        text: 'Contact the buyer another way, or correct the address and send the mail again. A buyer with an account sees a notice on the dashboard and keeps access to the files.',
      },
      ...(orderUrl === null ? [] : [{ button: 'Open the order', url: orderUrl }]),
      { link: 'All mails to this address', url: mailsUrl },
    ],
    footer: [],
  })
}
