import type { DeliveryOutcome, DeliveryStatus } from '#shared/email/contract.ts'
import { type DeliveryLabel, deliveryLabel } from '#shared/email/outcome-rules.ts'
import type { BadgeTone } from '../../ui/data/badge.tsx'

type DeliveryBadge = { label: string; tone: BadgeTone }

const BADGES: Record<DeliveryLabel, DeliveryBadge> = {
  queued: { label: 'Queued', tone: 'neutral' },
  sending: { label: 'Sending', tone: 'info' },
  retrying: { label: 'Retrying', tone: 'warning' },
  sent: { label: 'Sent', tone: 'success' },
  dead: { label: 'Not delivered', tone: 'danger' },
  delayed: { label: 'Delayed', tone: 'warning' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  suppressed: { label: 'Suppressed', tone: 'danger' },
  bounced: { label: 'Bounced', tone: 'danger' },
  complained: { label: 'Marked as spam', tone: 'warning' },
}

/** A mail's state: its label and colour. */
export const deliveryBadge = (mail: {
  status: DeliveryStatus
  outcome: DeliveryOutcome | null
}): DeliveryBadge => BADGES[deliveryLabel(mail.status, mail.outcome)]
