import { createContext, use } from 'react'
import type { LiveStatus } from '../../lib/live/live-socket-options.ts'
import { type AdminNews, NO_NEWS } from './admin-live-rules.ts'
import type { AdminTabName } from './admin-titles.ts'

export type AdminLiveView = AdminNews & {
  status: LiveStatus
  /** What came in for tabs that were not open. */
  unseen: Readonly<Partial<Record<AdminTabName, number>>>
}

export const NOT_LIVE: AdminLiveView = { ...NO_NEWS, status: 'connecting', unseen: {} }

export const AdminLiveContext = createContext<AdminLiveView>(NOT_LIVE)

/** What happens in the shop, as the page's connection receives it. */
export const useAdminLive = (): AdminLiveView => use(AdminLiveContext)
