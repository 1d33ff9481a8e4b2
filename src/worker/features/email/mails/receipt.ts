import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { formatCents, toCents } from '#shared/core/money.ts'
import { LEASE_DAYS } from '#shared/licences/contract.ts'
import type { StatedTax } from '#shared/seller/contract.ts'
import { taxLine } from '#shared/seller/tax-rules.ts'
import type { ReceiptData } from '../order-mail-rules.ts'
import { compose, type Letter, NEVER_ASKED, type Part } from './compose.ts'
import { bundleParts, type LinkedFile, runParts } from './file-parts.ts'

export type ReceiptLinks = {
  downloadUrl: string
  /** The products of a bundle with their links; null: the product is no bundle. */
  bundle: LinkedFile[] | null
  expiresAt: number
  dashboardUrl: string
  publicUrl: string
  /** The address of the public log's page. */
  logUrl: string
  /** The page where a contract is withdrawn from. */
  withdrawUrl: string
  /** The registration page; null where the buyer has an account. */
  registerUrl: string | null
  supportEmail: string
  /** The order’s reference. */
  order: string
  /** The page with the invoice; null: nothing was paid. */
  invoiceUrl: string | null
  /** The tax in the amount; null: none is claimed. */
  tax: StatedTax | null
}

/** The receipt of a payment, with the link to the file. */
export function receiptMail(data: ReceiptData, links: ReceiptLinks) {
  const isTrial = data.trialDays > 0
  const rows: [string, string][] = [
    ['Product', data.productName],
    ...(links.bundle
      ? [['Contains', links.bundle.map(({ productName }) => productName).join(', ')] as [string, string]]
      : []),
    [isTrial ? 'Charged today' : 'Amount', formatCents(data.amountCents)],
    [isTrial ? 'Started' : 'Paid', `${formatDay(data.paidAt)} (UTC)`],
    ['Order', links.order],
  ]
  // 0 where crypto arrived too late for the credit.
  if (data.upgrade?.creditCents)
    rows.push(['Credit for unused Premium', `−${formatCents(data.upgrade.creditCents)}`])
  const stated = taxLine(links.tax)
  if (links.tax !== null && stated !== null) rows.push([stated, formatCents(toCents(links.tax.amount))])
  if (data.transactionId !== null) rows.push(['Transaction', data.transactionId])
  if (data.renewsAt !== null)
    rows.push([
      isTrial ? 'First charge' : 'Renews',
      `${formatDay(data.renewsAt)} (UTC)${at(data.renewalCents)}, then monthly until you cancel`,
    ])
  else if (data.paidUntil !== null)
    rows.push([
      data.amountCents > 0 ? 'Paid until' : 'Free until',
      `${formatDay(data.paidUntil)} (UTC); it does not renew automatically`,
    ])
  if (data.file) rows.push(['File', `${data.file.name}, version ${data.file.version}`])
  const letter: Letter = {
    subject: isTrial
      ? `Your ${data.trialDays} free days of ${data.productName} have started`
      : `Your receipt for ${data.productName}`,
    preview: `Order ${links.order}: ${stateOf(data, links)}.`,
    heading: isTrial ? 'Your free days have started' : 'Thank you for your purchase',
    parts: [
      ...delivery(data, links),
      ...(data.productId === PREMIUM_ID || data.productId === LIFETIME_ID ? [allScripts(data, links)] : []),
      { facts: rows },
      ...(data.file
        ? [{ label: 'SHA-256 of the file, to check it before you run it', code: data.file.sha256 }]
        : []),
      ...logEntry(data, links),
      ...(data.file ? runParts(data.file, links.publicUrl) : []),
      ...licence(data),
      ...endOfPremium(data),
      ...(data.renewsAt === null ? [] : howToCancel(data, links)),
      ...(data.amountCents > 0 ? [moneyBack(links)] : []),
      ...withdrawal(data, links),
      ...(links.invoiceUrl === null ? [] : [{ link: 'Open your invoice', url: links.invoiceUrl }]),
      links.registerUrl === null
        ? { link: 'Open your purchases', url: `${links.dashboardUrl}?tab=products#purchases` }
        : { link: 'Register with this address', url: links.registerUrl },
    ],
    footer: [`Questions: ${links.supportEmail}`, NEVER_ASKED],
  }
  return compose(letter)
}

function stateOf({ file }: ReceiptData, { bundle }: ReceiptLinks): string {
  if (bundle) return 'your files and their links'
  return file === null ? 'it has no file yet, we will email you the link' : 'your file is ready to download'
}

function delivery(data: ReceiptData, links: ReceiptLinks): Part[] {
  const { bundle, publicUrl } = links
  if (!bundle) return data.file === null ? noFileYet(data) : fileLink(data, links)
  return [
    { text: `${data.productName} contains ${bundle.length} scripts. Each has its own file and licence key.` },
    ...bundleParts(bundle, publicUrl),
    { quiet: `The links work until ${formatDay(links.expiresAt)} (UTC). ${afterTheLink(data, links)}` },
  ]
}

const fileLink = (data: ReceiptData, links: ReceiptLinks): Part[] => [
  { text: 'Your file is ready.' },
  { button: `Download ${data.productName}`, url: links.downloadUrl },
  { quiet: `This link works until ${formatDay(links.expiresAt)} (UTC). ${afterTheLink(data, links)}` },
]

const logEntry = ({ file }: ReceiptData, { logUrl }: ReceiptLinks): Part[] =>
  file?.logIndex == null
    ? []
    : [{ link: `Entry ${file.logIndex} of the public log`, url: `${logUrl}/entry/${file.logIndex}` }]

const licence = ({ licenceKey }: ReceiptData): Part[] =>
  licenceKey
    ? [
        { label: 'Your licence key. Keep it to yourself', code: licenceKey },
        {
          quiet: `A script that checks its licence keeps running for up to ${LEASE_DAYS} days if it cannot reach our shop.`,
        },
      ]
    : []

const allScripts = ({ productName }: ReceiptData, { registerUrl }: ReceiptLinks): Part => ({
  text: `${productName} includes every script in the shop. ${
    registerUrl === null
      ? 'You find them all in your dashboard.'
      : 'To get them, register with this email address and confirm it. They will then all be in your dashboard.'
  }`,
})

const noFileYet = ({ productName, amountCents }: ReceiptData): Part[] => [
  {
    text: `${amountCents > 0 ? 'We received your payment' : 'Your order is complete'}, but ${productName} has no file to download at the moment. Our support team has been told, and we will email the download link to this address as soon as the file is ready.`,
  },
]

const at = (cents: number | null) => (cents === null ? '' : ` at ${formatCents(cents)}`)

function afterTheLink({ renewsAt, paidUntil }: ReceiptData, { registerUrl, bundle }: ReceiptLinks): string {
  if (registerUrl === null) {
    const ends = renewsAt !== null || paidUntil !== null
    const what = bundle ? 'files' : 'file'
    return `After that, your dashboard ${ends ? `has the ${what} for as long as the subscription runs` : `always has the ${what}`}.`
  }
  return 'To download it after that, register with this email address and confirm it. This purchase will then be in your dashboard.'
}

const moneyBack = ({ registerUrl, supportEmail }: ReceiptLinks): Part => ({
  text: `You have a 7-day money-back guarantee: if it is not for you, ask for a refund within 7 days of paying, ${registerUrl === null ? 'in your dashboard' : `by an email to ${supportEmail}`}.`,
})

const endOfPremium = ({ upgrade }: ReceiptData): Part[] =>
  upgrade
    ? [
        {
          text: `You upgraded from Premium. Premium no longer renews${upgrade.endsAt === null ? '' : `, and ends on ${formatDay(upgrade.endsAt)} (UTC)`}. Your Lifetime plan includes everything in it.`,
        },
      ]
    : []

/** The confirmation of the ticked text, or the time and the way to withdraw. */
function withdrawal({ deliveryConsent, withdrawUntil }: ReceiptData, { withdrawUrl }: ReceiptLinks): Part[] {
  if (withdrawUntil == null) return []
  const way = { link: 'Withdraw from contract here', url: withdrawUrl }
  if (deliveryConsent == null)
    return [
      {
        text: `You can withdraw from this contract without a reason until ${formatDay(withdrawUntil)} (UTC).`,
      },
      way,
    ]
  return [
    {
      text: `You agreed on ${formatDay(deliveryConsent.at)} (UTC): “${deliveryConsent.text}” Until then, you can withdraw from this contract without a reason until ${formatDay(withdrawUntil)} (UTC).`,
    },
    way,
  ]
}

const howToCancel = (
  { trialDays }: ReceiptData,
  { dashboardUrl, registerUrl, supportEmail }: ReceiptLinks,
): Part[] =>
  registerUrl === null
    ? [
        {
          text:
            trialDays > 0
              ? 'Cancel before the day of the first charge, under My Subscriptions in your dashboard, and nothing is charged. You keep access until the free days end. We remind you three days before.'
              : 'You can cancel at any time under My Subscriptions in your dashboard. You keep access until the end of the period you have paid for.',
        },
        { link: 'Open My Subscriptions', url: `${dashboardUrl}?tab=subscriptions` },
      ]
    : [
        {
          text: `You can cancel at any time: under My Subscriptions once you have registered with this address and confirmed it, or by an email to ${supportEmail}. You keep access until the end of the period you have paid for.`,
        },
      ]
