import type { Box } from '../box.ts'
import type { MailFate } from '../faults/faults.ts'
import { readFaults } from '../faults/store.ts'
import { newId } from '../ids.ts'
import { recordEvent } from '../webhooks/events.ts'
import type { Mail } from './mail.ts'

type Report = { type: string; about?: object }

/** Resend's reports about a mail with this fate, in the order in which Resend sends them. */
const REPORTS: Record<MailFate, Report[]> = {
  deliver: [{ type: 'email.delivered' }],
  delay: [{ type: 'email.delivery_delayed' }],
  bounce: [
    {
      type: 'email.bounced',
      about: {
        bounce: {
          type: 'Permanent',
          subType: 'General',
          message: 'The recipient’s mail server does not know this mailbox.',
        },
      },
    },
  ],
  'soft-bounce': [
    {
      type: 'email.bounced',
      about: {
        bounce: { type: 'Transient', subType: 'MailboxFull', message: 'The recipient’s mailbox is full.' },
      },
    },
  ],
  complain: [{ type: 'email.delivered' }, { type: 'email.complained' }],
  suppress: [
    {
      type: 'email.suppressed',
      about: {
        suppressed: {
          type: 'OnAccountSuppressionList',
          message: 'The address is on the account’s suppression list.',
        },
      },
    },
  ],
  fail: [{ type: 'email.failed', about: { failed: { reason: 'reached_daily_quota' } } }],
}

/** Resend's own test addresses. They may have any +label. */
const TEST_ADDRESSES: Record<string, MailFate> = {
  'delivered@resend.dev': 'deliver',
  'bounced@resend.dev': 'bounce',
  'complained@resend.dev': 'complain',
  'suppressed@resend.dev': 'suppress',
}

/** Stores the webhooks about an accepted mail. */
export function reportMail(box: Box, id: string, mail: Mail, now: number): void {
  const { mailFates } = readFaults(box)
  const address = (mail.to[0] ?? '').toLowerCase()
  const fate = mailFates[address] ?? TEST_ADDRESSES[address.replace(/\+[^@]*@/, '@')] ?? 'deliver'
  for (const { type, about } of REPORTS[fate]) recordReport(box, { type, id, mail, about, now })
}

function recordReport(
  box: Box,
  {
    type,
    id,
    mail,
    about,
    now,
  }: { type: string; id: string; mail: Mail; about?: object | undefined; now: number },
): void {
  const at = new Date(now).toISOString()
  const tags = Object.fromEntries((mail.tags ?? []).map(({ name, value }) => [name, value]))
  const data = {
    created_at: at,
    email_id: id,
    from: mail.from,
    to: mail.to,
    subject: mail.subject,
    tags,
    ...about,
  }
  const payload = JSON.stringify({ type, created_at: at, data })
  recordEvent(box, { id: newId('msg'), provider: 'resend', type, payload })
}
