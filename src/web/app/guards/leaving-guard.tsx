import type { ReactNode } from 'react'
import { useCurrentUser } from '../../features/accounts/queries.ts'
import { useLocation } from '../../lib/router/router-context.ts'

/**
 * Wraps pages that redirect visitors to the login themselves. After a logout, the address has already changed while the
 * old page is still mounted. The guard then hides the page, so that the page does not redirect to the login.
 */
export default function LeavingGuard({ children }: { children: ReactNode }) {
  const user = useCurrentUser()
  const { pathname } = useLocation()
  const isLeaving = user === null && window.location.pathname !== pathname
  return isLeaving ? <div className="min-h-[calc(100dvh-4rem)]" /> : children
}
