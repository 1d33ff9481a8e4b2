import { useSearchParams } from 'react-router'
import { CouponCreator, CouponEditor } from './coupon-editor.tsx'
import { CouponList } from './coupon-list.tsx'

/** The list, or what the address's `coupon` names: `new`, or the id of one. */
export default function CouponsTab() {
  const [query] = useSearchParams()
  const open = query.get('coupon')
  if (open === 'new') return <CouponCreator />
  const id = Number(open)
  return Number.isSafeInteger(id) && id > 0 ? <CouponEditor key={id} couponId={id} /> : <CouponList />
}
