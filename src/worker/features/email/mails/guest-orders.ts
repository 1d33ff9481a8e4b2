import { formatDay } from '#shared/core/format-day.ts'
import { compose, NEVER_ASKED, type Part } from './compose.ts'

type Found = { orderReference: string; productName: string; paidAt: number; downloadUrl: string | null }

/** The answer to "Find my purchase", for the owner of the mailbox only. */
export function foundPurchasesMail(
  { purchases, hasAccount, expiresAt }: { purchases: Found[]; hasAccount: boolean; expiresAt: number },
  { authUrl, supportEmail }: { authUrl: string; supportEmail: string },
) {
  const count = purchases.length
  return compose({
    subject: count > 0 ? 'The links to your purchases' : 'Your purchases are in your account',
    preview: count > 0 ? `They work until ${formatDay(expiresAt)}.` : 'Log in to download them.',
    heading: count > 0 ? 'Your purchases' : 'Your purchases are in your account',
    parts: [
      {
        text: 'Somebody, probably you, asked on our page for the purchases that were made with this email address.',
      },
      ...purchases.flatMap(onePurchase),
      ...(purchases.some(({ downloadUrl }) => downloadUrl !== null)
        ? [{ quiet: `The links work until ${formatDay(expiresAt)}. Please keep them to yourself.` }]
        : []),
      ...account(count, hasAccount, authUrl),
    ],
    footer: [
      `If you did not ask for this, you can ignore it: nobody else got the links. Questions: ${supportEmail}`,
      NEVER_ASKED,
    ],
  })
}

const onePurchase = ({ orderReference, productName, paidAt, downloadUrl }: Found): Part[] => [
  { text: `${productName}, bought on ${formatDay(paidAt)} (UTC, order ${orderReference})` },
  downloadUrl === null
    ? { quiet: 'This purchase has no file to download at the moment.' }
    : { button: `Download ${productName}`, url: downloadUrl },
]

function account(count: number, hasAccount: boolean, authUrl: string): Part[] {
  if (hasAccount) {
    const text =
      count > 0
        ? 'An account uses this address, too. Confirm the address there, and these purchases move into it.'
        : 'An account uses this address. Everything that it bought is in its dashboard.'
    return [{ text }, { link: 'Log in', url: authUrl }]
  }
  return [
    { link: 'Create an account with this address to keep them in one place', url: `${authUrl}?tab=register` },
  ]
}

/** To the old address of a guest's order. It names neither the product nor the new address: it may be a stranger's. */
export const orderAddressCorrectedMail = ({ order, supportEmail }: { order: string; supportEmail: string }) =>
  compose({
    subject: `Order ${order} now goes to another address`,
    preview: 'The download link in our earlier mail has ended.',
    heading: `Order ${order} now goes to another address`,
    parts: [
      {
        text: `The buyer of order ${order} said that this email address was a typing mistake, and corrected it. The download link that we sent here has ended.`,
      },
      { text: `If this was your own order, write to us: ${supportEmail}` },
    ],
    footer: [NEVER_ASKED],
  })
