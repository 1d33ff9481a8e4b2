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
        text:
          paymentId === null
            ? 'Contact this person another way. If the address works again, send the mail again.'
            : 'Contact the buyer another way. A buyer with an account keeps access to the files and sees a notice on the dashboard. Once they confirm a new address, this mail is sent there automatically.',
      },
      ...(orderUrl === null ? [] : [{ button: 'Open the order', url: orderUrl }]),
      { link: 'All mails to this address', url: mailsUrl },
    ],
    footer: [],
  })
}
