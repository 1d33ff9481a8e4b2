import type { CouponView } from '../../../worker/features/coupons/contract.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { type CouponStanding, standingOf } from './coupon-standing.ts'

const LOOKS: Record<Exclude<CouponStanding, 'active'>, { tone: BadgeTone; text: string }> = {
  inactive: { tone: 'neutral', text: 'INACTIVE' },
  expired: { tone: 'warning', text: 'Expired' },
  scheduled: { tone: 'info', text: 'Scheduled' },
  'used-up': { tone: 'warning', text: 'Used up' },
}

/** Nothing beside a coupon that works. */
export function CouponBadge({ coupon }: { coupon: CouponView }) {
  const standing = standingOf(coupon, Date.now())
  if (standing === 'active') return null
  const { tone, text } = LOOKS[standing]
  return <Badge tone={tone}>{text}</Badge>
}
