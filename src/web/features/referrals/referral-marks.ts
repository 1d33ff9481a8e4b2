import type { ReferralStatus } from '#shared/referrals/contract.ts'
import type { BadgeTone } from '../../ui/data/badge.tsx'

/** The label and colour of a commission's status, for affiliates and admins. */
export const REFERRAL_MARKS: Record<ReferralStatus, { label: string; tone: BadgeTone }> = {
  pending: { label: 'Pending', tone: 'warning' },
  completed: { label: 'Completed', tone: 'info' },
  paid: { label: 'Paid', tone: 'success' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}
