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
          ['Reason', reason],
        ],
      },
      {
        text:
          paymentId === null
            ? 'Contact this person another way. If the address works again, send the mail again.'
            : 'Contact the buyer another way. If it is the address of the buyer’s account, the buyer sees a notice on the dashboard, and this mail is sent automatically to the new address that the buyer confirms. If it is another address, send the download link to a working one on the recovery page.',
      },
      ...(orderUrl === null ? [] : [{ button: 'Open the order', url: orderUrl }]),
      { link: 'All mails to this address', url: mailsUrl },
    ],
    footer: [],
  })
}
