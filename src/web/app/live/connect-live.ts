import type { QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/accounts/contract.ts'
import { changeKept, type NotificationChange } from '#shared/notifications/rules.ts'
import { recheckUser } from '../../features/accounts/become-user.ts'
import { ofThisBrowser, openWithPage } from '../../lib/live/browser-connection.ts'
import { CONNECTING, type LiveView } from '../../lib/live/live-context.ts'
import { LiveSocket } from '../../lib/live/live-socket.ts'
import { nameItems, receive } from '../../lib/live/message-effects.ts'
import { userProtocol } from '../../lib/live/user-socket-protocol.ts'
import { dismissToast, toast } from '../../ui/overlays/toast.ts'
import { preloadToasts } from '../../ui/overlays/toaster.tsx'
import { runEffects } from './run-effects.ts'

/** Opens the connection for this user and calls `onView` with each change. Loaded only for signed-in users. */
export function connectLive(user: CurrentUser, client: QueryClient, onView: (view: LiveView) => void) {
  let view = CONNECTING
  let welcomed = false
  let closed = false
  /** The toast about the lost connection. */
  let warning: number | null = null
  const show = (change: Partial<LiveView>) => {
    view = { ...view, ...change }
    onView(view)
  }

  // A lost connection is shown in a toast. Without a network, its code could not be loaded, so it is preloaded.
  preloadToasts()

  const socket = new LiveSocket({
    ...ofThisBrowser(),
    // The shop refuses an admin's connection without the second factor that it requires.
    protocol: userProtocol({ id: user.id, isAdmin: user.isAdmin && !user.needsFactor }),
    onStatus: (status) => {
      if (status === 'connected' && warning !== null) dismissToast(warning)
      show({ status })
    },
    onMessage: (message) => {
      const { notifications, effects } = receive(
        view.notifications,
        message,
        welcomed ? null : performance.now(),
      )
      welcomed ||= message.type === 'welcome'
      if (welcomed !== view.isKnown || notifications !== view.notifications)
        show({ notifications, isKnown: welcomed })
      runEffects(effects, client)
    },
    onSessionEnded: async () => {
      // A lockdown in another tab of this browser began a new session.
      if ((await recheckUser(client)) && !closed) socket.start()
    },
    onRefused: () => recheckUser(client),
    onWarning: () => {
      warning = warn()
    },
  })

  const leave = openWithPage(socket)
  return {
    change(input: NotificationChange) {
      const sent = view.status === 'connected' ? [input] : nameItems(view.notifications, input)
      show({ notifications: changeKept(view.notifications, input) })
      for (const one of sent) socket.send(one)
    },
    close() {
      closed = true
      leave()
    },
  }
}

function warn(): number {
  return toast({
    title: 'Notification Service Disconnected',
    description: 'Real-time updates are unavailable. They resume automatically once the connection is back.',
    tone: 'destructive',
  })
}
