import { Outlet } from 'react-router'
import { useCurrentUser } from '../features/accounts/queries.ts'

/** Around pages for admins only. */
export function RequireAdmin() {
  const user = useCurrentUser()
  return user?.isAdmin ? <Outlet /> : null
}
