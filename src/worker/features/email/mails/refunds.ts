import { formatCents } from '#shared/core/money.ts'
import type {
  RefundClaimData,
  RefundDeclinedData,
  RefundReviewData,
  RefundTroubleData,
} from '../order-mail-rules.ts'
import { compose, NEVER_ASKED, type Part } from './compose.ts'

type Money = Pick<RefundTroubleData, 'paymentId' | 'productName' | 'amountCents' | 'refundCents' | 'email'>

const factsOf = (data: Money): Part => ({
  facts: [
    ['Order number', `#${data.paymentId}`],
    ['Product', data.productName],
    ['Paid', formatCents(data.amountCents)],
    ['To refund', formatCents(data.refundCents)],
    ['Buyer', data.email ?? 'unknown'],
  ],
})

const replyTo = ({ email }: Money) => (email === null ? {} : { replyTo: email })

/** To support: a buyer asks for a second refund of the same product. */
export const refundReviewMail = (data: RefundReviewData, { orderUrl }: { orderUrl: string }) =>
  compose({
    subject: `A refund of order #${data.paymentId} needs your decision`,
    preview: `${data.productName}: the buyer had a refund before, or asked for one.`,
    heading: 'A refund to decide',
    parts: [
      {
        text: 'This order is within the money-back guarantee, but the buyer had a refund of the same product before, or asked for one. The buyer sees that we review the request.',
      },
      factsOf(data),
      ...(data.note === null ? [] : [{ quote: data.note }]),
      { text: 'Approve or decline it. Until then nothing changes for the buyer.' },
      { button: `Open order #${data.paymentId}`, url: orderUrl },
    ],
    footer: [],
    ...replyTo(data),
  })

const TROUBLES: Record<RefundTroubleData['what'], { title: string; text: string }> = {
  failed: {
    title: 'did not go through',
    text: 'Check the payment at its provider, then email the buyer and agree on another way. A buyer with an account sees that our support team will write.',
  },
  delayed: {
    title: 'is delayed',
    text: 'We keep trying automatically, so do not refund the buyer another way. Check whether the provider can be reached. A buyer with an account sees that the refund is on its way.',
  },
  uncounted: {
    title: 'is not complete yet',
    text: 'Check this refund at the provider. Do not refund the buyer another way before the provider reports that it failed. A buyer with an account sees that the refund is on its way.',
  },
}

/** To support: a refund did not go through, or takes long. */
export const refundTroubleMail = (data: RefundTroubleData, { orderUrl }: { orderUrl: string }) =>
  compose({
    subject: `The refund of order #${data.paymentId} ${TROUBLES[data.what].title}`,
    preview: `${data.productName}: ${data.reason}`,
    heading: 'A refund needs attention',
    parts: [
      { text: data.reason },
      factsOf(data),
      { text: TROUBLES[data.what].text },
      { button: `Open order #${data.paymentId}`, url: orderUrl },
    ],
    footer: [],
    ...replyTo(data),
  })

export const refundDeclinedMail = (
  data: RefundDeclinedData,
  { supportEmail, order }: { supportEmail: string; order: string },
) =>
  compose({
    subject: `We declined the refund for ${data.productName}`,
    preview: `Order ${order}: your access stays as it is.`,
    heading: 'We reviewed your request',
    parts: [
      {
        text: `You asked for a refund of order ${order} for ${data.productName}. You had a refund of this product before, or asked for one, so we reviewed your request. We decided not to refund this order.`,
      },
      ...(data.note === null ? [] : [{ quote: data.note }]),
      { text: 'Your access stays as it is. If you disagree, reply to this email.' },
    ],
    footer: [`Questions: ${supportEmail}`, NEVER_ASKED],
    replyTo: supportEmail,
  })

export const refundClaimMail = (
  data: RefundClaimData,
  { supportEmail, order }: { supportEmail: string; order: string },
) =>
  compose({
    subject: `Enter your wallet address for the refund of ${data.productName}`,
    preview: `${formatCents(data.refundCents)} is waiting for the address of your wallet.`,
    heading: 'Your refund is ready to be claimed',
    parts: [
      {
        text: `${formatCents(data.refundCents)} of order ${order} is ready to be refunded. We cannot refund this payment automatically. Open the page of the payment provider and enter the address of your wallet.`,
      },
      { button: 'Claim your refund', url: data.claimUrl },
      {
        quiet:
          'The page asks for the address of your wallet and the amount to claim. Claim the whole amount. It never asks for a private key or a seed phrase.',
      },
    ],
    footer: [`Questions: ${supportEmail}`, NEVER_ASKED],
  })
