import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { hasRole } from '#shared/core/staff-roles.ts'
import { useCurrentUser } from '../../features/accounts/queries.ts'
import { AdminLiveContext, NOT_LIVE } from './admin-live-context.ts'
import type { AdminTabName } from './admin-titles.ts'
import { connectAdminLive } from './connect-admin-live.ts'

/** Connects a page of the back office to the shop's hub, for managers and owners. `tab`: the open tab, or null on a page without tabs. */
export function AdminLiveProvider({ tab, children }: { tab: AdminTabName | null; children: ReactNode }) {
  const client = useQueryClient()
  const user = useCurrentUser()
  // The hub sends the shop's totals, which support does not see.
  const userId = hasRole(user?.staffRole ?? null, 'manager') ? user?.id : undefined
  const [view, setView] = useState(NOT_LIVE)
  const connection = useRef<ReturnType<typeof connectAdminLive>>(undefined)
  const openTab = useRef(tab)

  useEffect(() => {
    if (userId === undefined) return
    const opened = connectAdminLive(userId, client, () => openTab.current, setView)
    connection.current = opened
    return () => {
      connection.current = undefined
      opened.close()
    }
  }, [client, userId])

  useEffect(() => {
    openTab.current = tab
    if (tab) connection.current?.see(tab)
  }, [tab])

  return <AdminLiveContext value={view}>{children}</AdminLiveContext>
}
