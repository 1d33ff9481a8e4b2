import type { DeliveryOutcome, DeliveryStatus } from '../../../worker/features/email/contract.ts'
import { type DeliveryLabel, deliveryLabel } from '../../../worker/features/email/outcome-rules.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

type Look = { label: string; tone: BadgeTone }

const LOOKS: Record<DeliveryLabel, Look> = {
  queued: { label: 'Queued', tone: 'neutral' },
  sending: { label: 'Sending', tone: 'info' },
  retrying: { label: 'Retrying', tone: 'warning' },
  sent: { label: 'Sent', tone: 'success' },
  dead: { label: 'Not delivered', tone: 'danger' },
  delayed: { label: 'Delayed', tone: 'warning' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  suppressed: { label: 'Held back', tone: 'danger' },
  bounced: { label: 'Bounced', tone: 'danger' },
  complained: { label: 'Marked as spam', tone: 'warning' },
}

/** A mail's state in a word and a colour. */
export const deliveryBadge = (mail: { status: DeliveryStatus; outcome: DeliveryOutcome | null }): Look =>
  LOOKS[deliveryLabel(mail.status, mail.outcome)]
