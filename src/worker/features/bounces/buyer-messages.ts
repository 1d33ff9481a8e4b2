import { toIso } from '../../core/time.ts'
import type { UserMessage } from '../notifications/contract.ts'

/** What the buyer's screens say of a mail that did not arrive; the dashboard then shows its notice. */
export function buyerMessages(
  mail: { key: string; template: string; toAddress: string },
  now: number,
): UserMessage[] {
  const timestamp = toIso(now)
  const what = mail.template === 'receipt' ? 'Your receipt' : 'A mail'
  const data = {
    id: mail.key,
    type: 'warning' as const,
    title: 'Mail did not arrive',
    message: `${what} to ${mail.toAddress} came back. Your files are here. Check your email address under Profile.`,
    timestamp,
    read: false,
  }
  return [{ type: 'notification', timestamp, data }, { type: 'dashboard_refresh' }]
}
