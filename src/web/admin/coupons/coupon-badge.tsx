import type { CouponView } from '#shared/coupons/contract.ts'
import { Badge, type BadgeTone } from '../../ui/data/badge.tsx'
import { type CouponState, couponState } from './coupon-state.ts'

const BADGES: Record<Exclude<CouponState, 'active'>, { tone: BadgeTone; text: string }> = {
  inactive: { tone: 'neutral', text: 'INACTIVE' },
  expired: { tone: 'warning', text: 'Expired' },
  scheduled: { tone: 'info', text: 'Scheduled' },
  'used-up': { tone: 'warning', text: 'Used up' },
}

/** The badge of a coupon that gives no discount now. An active coupon has none. */
export function CouponBadge({ coupon }: { coupon: CouponView }) {
  const state = couponState(coupon, Date.now())
  if (state === 'active') return null
  const { tone, text } = BADGES[state]
  return <Badge tone={tone}>{text}</Badge>
}
