import { useSearchParams } from '../../lib/router/router-context.ts'
import { readId } from '../ui/detail-address.ts'
import { CouponBatchCreator } from './coupon-batch.tsx'
import { CouponCreator, CouponEditor } from './coupon-editor.tsx'
import { CouponList } from './coupon-list.tsx'

/** The list of coupons, or the one that the address's `coupon` names: `new`, `many` or an id. */
export default function CouponsTab() {
  const [query] = useSearchParams()
  const open = query.get('coupon')
  if (open === 'new') return <CouponCreator />
  if (open === 'many') return <CouponBatchCreator />
  const id = readId(open)
  return id !== null ? <CouponEditor key={id} couponId={id} /> : <CouponList />
}
