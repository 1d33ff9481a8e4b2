import { useEffect } from 'react'
import { LazyCode } from '../../../lib/lazy-code.ts'
import { useLazyCode } from '../../../lib/use-lazy-code.ts'
import type { GuestOrderProps } from '../guest/guest-order.tsx'
import { ResultCard } from './card.tsx'
import { CouldNotCheck } from './could-not-check.tsx'

/** Apart from the page's code: a signed-in buyer's payment is not an order without an account. */
export const guestOrderCode = new LazyCode(() => import('../guest/guest-order.tsx'))

/** GuestOrder. While its code is loading, what it shows until its order has been read. */
export function LateGuestOrder(props: GuestOrderProps) {
  const { module, error, fetch } = useLazyCode(guestOrderCode)
  useEffect(() => {
    fetch()
  }, [fetch])
  if (module) return <module.GuestOrder {...props} />
  if (error) return <CouldNotCheck onRetry={fetch} retrying={false} />
  return <ResultCard kind="busy" title="Verifying Payment..." />
}
