import { useEffect } from 'react'
import { useLocation } from '../../lib/router/router-context.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { keepLinkedCoupon } from './coupon-memory.ts'

/** In the back office, `?coupon=` names the coupon whose form is open. */
const BACK_OFFICE = '/secure-management/'

/** Keeps the `?coupon=` of a shop page's address for the checkout, and says so. Used on every page. */
export function useLinkedCoupon(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (pathname.startsWith(BACK_OFFICE)) return
    const code = keepLinkedCoupon(search)
    // The checkout itself says what became of the code.
    if (code === null || pathname === '/checkout') return
    toast({ title: `Coupon ${code} saved`, description: 'We enter it for you at the checkout.' })
  }, [pathname, search])
}
