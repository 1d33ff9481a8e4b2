import { createContext, use } from 'react'
import type { LiveStatus } from '../../lib/live/live-socket-types.ts'
import type { AdminNews } from './admin-live-rules.ts'
import type { AdminTabName } from './admin-titles.ts'

export type AdminLiveView = AdminNews & {
  status: LiveStatus
  /** The number of new events for each tab that is not open. */
  unseen: Readonly<Partial<Record<AdminTabName, number>>>
}

export const NOT_LIVE: AdminLiveView = { stats: null, feed: [], status: 'connecting', unseen: {} }

export const AdminLiveContext = createContext<AdminLiveView>(NOT_LIVE)

/** The live state of the shop, as received by the page's connection. */
export const useAdminLive = (): AdminLiveView => use(AdminLiveContext)
