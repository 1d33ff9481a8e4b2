import type { ReferralStatus } from '#shared/referrals/contract.ts'
import type { BadgeTone } from '../../ui/data/badge.tsx'

/** The status of a commission, for its affiliate and for admins alike. */
export const REFERRAL_MARKS: Record<ReferralStatus, { label: string; tone: BadgeTone }> = {
  pending: { label: 'Pending', tone: 'warning' },
  completed: { label: 'Completed', tone: 'info' },
  paid: { label: 'Paid', tone: 'success' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}
