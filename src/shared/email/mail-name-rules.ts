const NAMES = {
  receipt: 'Receipt',
  'file-ready': 'File is ready',
  'second-payment': 'Second payment refunded',
  'money-moved': 'Refund or dispute',
  'wrong-payment-refunded': 'Refund of a wrong payment',
  'refund-review': 'Refund request, to support',
  'refund-trouble': 'Trouble with a refund, to support',
  dispute: 'Dispute, to support',
  'refund-declined': 'Refund declined',
  'refund-claim': 'Refund to claim',
  'crypto-amount': 'Crypto amount',
  alert: 'Alert, to support',
  'mail-undelivered': 'Mail not delivered, to support',
  'renewal-failed': 'Renewal failed',
  'renewal-recovered': 'Renewal recovered',
  'subscription-ended': 'Subscription ended',
  'prepaid-ending': 'Paid months end soon',
  'subscription-lost': 'Subscription lost',
  'unknown-subscription': 'Unknown subscription, to support',
  welcome: 'Welcome',
  'confirm-email': 'Address to confirm',
  'reset-password': 'Password reset',
  'email-change': 'Change of address',
  'password-changed': 'Password changed',
  'payout-address-changed': 'Payout address changed',
  'payout-paid': 'Payout made',
  'account-deleted': 'Account deleted',
  contact: 'Contact message, to support',
  'support-answer': 'Answer to a message',
  newsletter: 'Newsletter to confirm',
  'product-link': 'Download link',
  'new-script': 'New script',
  'new-release': 'New version',
  'release-withdrawn': 'Version withdrawn',
  'updates-end': 'Updates end',
}

export type MailTemplate = keyof typeof NAMES

/** The label of a template for admins. A template of an earlier version is shown by its own name. */
export const mailName = (template: string): string =>
  Object.hasOwn(NAMES, template) ? NAMES[template as MailTemplate] : template
