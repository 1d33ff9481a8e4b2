import type { ReactNode } from 'react'
import { hasRole, type StaffRole } from '#shared/core/staff-roles.ts'
import { useCurrentUser } from '../../features/accounts/queries.ts'

/** Whether the signed-in member of staff may use what is for this role. The server checks every call again. */
export function useMay(): (least: StaffRole) => boolean {
  const role = useCurrentUser()?.staffRole ?? null
  return (least) => hasRole(role, least)
}

/** Shows its children to members of staff with at least this role. */
export function ForRole({ least, children }: { least: StaffRole; children: ReactNode }) {
  return useMay()(least) ? children : null
}
