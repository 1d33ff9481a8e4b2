import { createContext } from 'react'
import type { Notification } from '../../../worker/features/notifications/contract.ts'
import type { Wish } from './live-rules.ts'
import type { LiveStatus } from './live-socket-options.ts'

export type LiveView = { status: LiveStatus; notifications: readonly Notification[] }
export type Live = LiveView & { change: (wish: Wish) => void }

export const OFFLINE: LiveView = { status: 'disconnected', notifications: [] }
export const CONNECTING: LiveView = { status: 'connecting', notifications: [] }

export const LiveContext = createContext<Live>({ ...OFFLINE, change: () => undefined })
