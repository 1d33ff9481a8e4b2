import { LIMITS_IN_WORDS } from '#shared/core/download-limits.ts'
import { SUPPORT_EMAIL } from '../../../lib/brand.ts'

/** Plain text, used for the page and for the structured data. */
export type FaqItem = { id: string; question: string; answer: string }

/** The landing page's questions. The facts are the specification's, section 9. */
export const FAQ_ITEMS: readonly FaqItem[] = [
  {
    id: 'networks',
    question: 'Which networks are supported?',
    answer:
      'Ethereum, Binance Smart Chain, Polygon, Solana, Avalanche and Arbitrum. Some scripts are for another network, such as Monad or Soneium. Their name and their page say so.',
  },
  {
    id: 'purchase-or-subscription',
    question: 'What is the difference between a one-time purchase and a subscription?',
    answer:
      'A one-time purchase is one script: you get every release of the next 3 months, and you can download each of them later, too, unless it was withdrawn. Security updates are included after that, too. The Premium subscription includes every script, with all updates, while it is active. You can cancel it at any time.',
  },
  {
    id: 'devices',
    question: 'On how many devices can I use a script?',
    answer:
      'A one-time purchase allows 2 devices on the same IP address. A subscription allows up to 5 devices at once. In your dashboard you see the licence key and its devices, and you can release a device that you no longer use.',
  },
  {
    id: 'keys',
    question: 'Do the scripts need my private keys?',
    answer:
      'No. No script asks for a private key, a mnemonic or a seed phrase, and none reads one. Public addresses are enough: a script plans the steps, and you sign each of them in your own wallet.',
  },
  {
    id: 'refund',
    question: 'Can I get a refund?',
    answer: `Yes. There is a 7-day money-back guarantee: ask for a refund in your dashboard, or through support at ${SUPPORT_EMAIL}, within 7 days of your payment, and we refund it. You then lose access to that purchase. We review a second request for the same product first.`,
  },
]

const TERM_BY_CARD = 'It renews every month until you cancel.'
const TERM_BY_METHOD =
  'Paid by card, it renews every month until you cancel. Paid in crypto, it runs for one month and does not renew automatically. We remind you before it ends.'

/** The questions of the pricing page. */
export const pricingFaqItems = (hasCrypto: boolean): readonly FaqItem[] => [
  {
    id: 'subscription',
    question: 'How does the subscription work?',
    answer: `Premium gives you access to every script in the catalogue as soon as your payment is confirmed. ${hasCrypto ? TERM_BY_METHOD : TERM_BY_CARD}`,
  },
  {
    id: 'cancellation',
    question: 'How do I cancel?',
    answer:
      'In your dashboard, under My Subscriptions. You keep access until the end of the month you paid for, and nothing is charged after that. Until then you can undo the cancellation.',
  },
  {
    id: 'plan-differences',
    question: 'What is the difference between Premium and Lifetime?',
    answer: `Premium is a monthly subscription. Lifetime is one payment: every script and every later update, a dedicated support manager, 2 free custom scripts and the private community. In both you download as often as you need. A limit against sharing applies: ${LIMITS_IN_WORDS}. If you reach it and all the downloads were yours, write to ${SUPPORT_EMAIL} and explain them: then we lift it. The limit is lifted for an account, so a guest registers first, with the address of the receipt.`,
  },
  {
    id: 'support',
    question: 'What support do I get?',
    answer: `Everybody can write to ${SUPPORT_EMAIL}. Emails from Premium customers have priority. Lifetime customers have a support manager of their own.`,
  },
]
