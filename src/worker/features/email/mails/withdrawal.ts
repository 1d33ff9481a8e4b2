import { formatCents } from '#shared/core/money.ts'
import { visibleLine } from '../../../core/visible-text.ts'
import type {
  WithdrawalNoticeData,
  WithdrawalPassedOnData,
  WithdrawalReceivedData,
} from '../order-mail-rules.ts'
import { compose, NEVER_ASKED } from './compose.ts'

/** The date and time, as the law asks for both. */
const moment = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** The receipt of a withdrawal: its content, and when it arrived. */
export const withdrawalReceivedMail = (
  data: WithdrawalReceivedData,
  links: { supportEmail: string; order: string },
) => {
  const isFree = data.amountCents === 0
  const refund = `We are refunding ${formatCents(data.amountCents)} to you`
  return compose({
    subject: `We received your withdrawal from order ${links.order}`,
    preview: isFree ? 'Your free days have ended. Nothing is charged.' : `${refund}.`,
    heading: 'Your withdrawal',
    parts: [
      {
        text: `We received your withdrawal, and it takes effect now. ${data.isMonth ? 'The subscription has ended, and you will not be charged again.' : 'The contract has ended.'} ${isFree ? 'Nothing was paid, so there is nothing to refund.' : `${refund}, the same way you paid.`}`,
      },
      {
        facts: [
          ['Your statement', data.statement],
          ['Name', visibleLine(data.name)],
          ['Received', moment(data.receivedAt)],
          ['Reference', data.reference],
          ['Order number', links.order],
          ['To refund', formatCents(data.amountCents)],
        ],
      },
      ...(isFree
        ? []
        : [
            {
              text: data.isCrypto
                ? 'We will email you where to enter the address of your wallet, if the refund needs one.'
                : 'The money is with your bank within a few days. There is nothing else to do.',
            },
          ]),
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })
}

/** A stranger's words in a mail to any address: programs must make no link of them. */
const withoutLinks = (text: string) => visibleLine(text).replace(/[.:/@](?=\S)/g, '$& ')

/** The receipt of a guest's statement that support has to look at. */
export const withdrawalPassedOnMail = (data: WithdrawalPassedOnData, links: { supportEmail: string }) =>
  compose({
    subject: `We received your withdrawal ${data.reference}`,
    preview: 'It counts from the moment it arrived. Our support team will answer you.',
    heading: 'Your withdrawal',
    parts: [
      {
        text: 'We received your withdrawal. It counts from the moment it arrived. We could not carry it out automatically, so our support team will look for the order and answer you.',
      },
      {
        facts: [
          ['Name', withoutLinks(data.name)],
          ['Order', withoutLinks(data.order)],
          ['Received', moment(data.receivedAt)],
          ['Reference', data.reference],
        ],
      },
      {
        text: 'If the order belongs to an account, you can log in and withdraw from it at once. If you did not send this, ignore this email: nothing changes without our support team.',
      },
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  })

/** To support: somebody has withdrawn, and the refund is on its way. */
export const withdrawalNoticeMail = (
  data: WithdrawalNoticeData,
  links: { orderUrl: string; order: string },
) =>
  compose({
    subject: `Withdrawal from order ${links.order}`,
    preview: `${formatCents(data.amountCents)} is being refunded automatically.`,
    heading: 'A buyer withdrew from a contract',
    parts: [
      {
        text: `The refund of ${formatCents(data.amountCents)} was started automatically. There is nothing to do.`,
      },
      {
        facts: [
          ['Product', data.productName],
          ['Name', visibleLine(data.name)],
          ['Email', data.email],
          ['Received', moment(data.receivedAt)],
          ['Reference', data.reference],
        ],
      },
      { link: 'Open the order', url: links.orderUrl },
    ],
    footer: [],
  })
