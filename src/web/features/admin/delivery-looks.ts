import type { DeliveryStatus } from '../../../worker/features/email/contract.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

/** How a mail fares, in a word and a colour. */
export const DELIVERY_LOOKS: Record<DeliveryStatus, { label: string; tone: BadgeTone }> = {
  queued: { label: 'Queued', tone: 'neutral' },
  sending: { label: 'Sending', tone: 'info' },
  retrying: { label: 'Retrying', tone: 'warning' },
  sent: { label: 'Sent', tone: 'success' },
  dead: { label: 'Not delivered', tone: 'danger' },
}
