import type { UserMessage } from '#shared/notifications/contract.ts'
import { PRODUCTS_LINK, PROFILE_LINK } from '#shared/notifications/link-rules.ts'
import { notification, REFRESH } from '../notifications/message-rules.ts'

/** Live messages to the buyer about a mail that did not arrive. The dashboard then shows its notice. */
export function buyerMessages(
  mail: { key: string; template: string; toAddress: string },
  now: number,
): UserMessage[] {
  const data = {
    id: mail.key,
    type: 'warning' as const,
    title: 'Email did not arrive',
    message: textOf(mail),
    // The owner may have sent the link to any address.
    link: mail.template === 'product-link' ? PRODUCTS_LINK : PROFILE_LINK,
  }
  return [REFRESH, notification(data, now)]
}

function textOf({ template, toAddress }: { template: string; toAddress: string }): string {
  // The owner may have sent the link to any address.
  if (template === 'product-link')
    return `Your download link to ${toAddress} could not be delivered. Check that address and send the link again.`
  const isReceipt = template === 'receipt'
  const files = isReceipt ? ' Your purchase is in your dashboard.' : ''
  return `${isReceipt ? 'Your receipt' : 'An email'} to ${toAddress} could not be delivered.${files} If this is the address in your profile, change it there. If it is another address, write to support.`
}
