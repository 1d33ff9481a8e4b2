import { Outlet, useLocation } from 'react-router'
import { useCurrentUser } from '../../features/accounts/queries.ts'

/**
 * Around pages that send visitors to the login on their own. After a logout the address is already another while the
 * page still waits to be replaced: it must not look for a user then.
 */
export function LeavingGuard() {
  const user = useCurrentUser()
  const { pathname } = useLocation()
  const isLeaving = user === null && window.location.pathname !== pathname
  return isLeaving ? <div className="min-h-[calc(100dvh-4rem)]" /> : <Outlet />
}
