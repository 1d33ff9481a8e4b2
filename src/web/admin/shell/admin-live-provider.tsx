import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { hasRole } from '#shared/core/staff-roles.ts'
import { useCurrentUser } from '../../features/accounts/queries.ts'
import { LazyCode } from '../../lib/lazy-code.ts'
import { useWhenOnline } from '../../lib/use-when-online.ts'
import { AdminLiveContext, NOT_LIVE } from './admin-live-context.ts'
import type { AdminTabName } from './admin-titles.ts'
import type { connectAdminLive } from './connect-admin-live.ts'

// Apart from the page, which is usable before the first live figures arrive.
const connectCode = new LazyCode(() => import('./connect-admin-live.ts'))

/** Connects a page of the back office to the shop's hub, for managers and owners. `tab`: the open tab, or null on a page without tabs. */
export function AdminLiveProvider({ tab, children }: { tab: AdminTabName | null; children: ReactNode }) {
  const client = useQueryClient()
  const user = useCurrentUser()
  // The hub sends the shop's totals, which support does not see.
  const userId = hasRole(user?.staffRole ?? null, 'manager') ? user?.id : undefined
  const [view, setView] = useState(NOT_LIVE)
  const connection = useRef<ReturnType<typeof connectAdminLive>>(undefined)
  const openTab = useRef(tab)
  const codeFailed = useRef(false)
  const [attempt, setAttempt] = useState(0)
  // Only if the code failed to load: an existing connection reconnects automatically.
  useWhenOnline(() => codeFailed.current && setAttempt((before) => before + 1))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the return of the network starts another attempt
  useEffect(() => {
    if (userId === undefined) return
    let over = false
    connectCode.fetch().then(
      ({ connectAdminLive }) => {
        if (over) return
        codeFailed.current = false
        connection.current = connectAdminLive(userId, client, () => openTab.current, setView)
      },
      () => {
        if (over) return
        codeFailed.current = true
        setView((before) => ({ ...before, status: 'disconnected' }))
      },
    )
    return () => {
      over = true
      connection.current?.close()
      connection.current = undefined
    }
  }, [client, userId, attempt])

  useEffect(() => {
    openTab.current = tab
    if (tab) connection.current?.see(tab)
  }, [tab])

  return <AdminLiveContext value={view}>{children}</AdminLiveContext>
}
