import { toIso } from '../../core/time.ts'
import type { UserMessage } from '../notifications/contract.ts'

/** What the buyer's screens say of a mail that did not arrive; the dashboard then shows its notice. */
export function buyerMessages(
  mail: { key: string; template: string; toAddress: string },
  now: number,
): UserMessage[] {
  const timestamp = toIso(now)
  const data = {
    id: mail.key,
    type: 'warning' as const,
    title: 'Mail did not arrive',
    message: textOf(mail),
    timestamp,
    read: false,
  }
  return [{ type: 'notification', timestamp, data }, { type: 'dashboard_refresh' }]
}

function textOf({ template, toAddress }: { template: string; toAddress: string }): string {
  // Its owner may have sent it to anyone.
  if (template === 'product-link')
    return `Your download link to ${toAddress} came back. Check that address and send the link again.`
  const mail = template === 'receipt' ? 'Your receipt' : 'A mail'
  return `${mail} to ${toAddress} came back. Your files are here. Check your email address under Profile.`
}
