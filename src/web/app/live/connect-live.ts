import type { QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '../../../worker/features/accounts/contract.ts'
import { changeKept, type NotificationChange } from '../../../worker/features/notifications/rules.ts'
import { recheckUser } from '../../features/accounts/become-user.ts'
import { toast } from '../../ui/toast.ts'
import { fetchToasts } from '../../ui/toaster.tsx'
import { ofThisBrowser, openWithPage } from './browser-connection.ts'
import { CONNECTING, type LiveView } from './live-context.ts'
import { nameItems, receive } from './live-rules.ts'
import { LiveSocket } from './live-socket.ts'
import { runEffects } from './run-effects.ts'
import { userProtocol } from './user-protocol.ts'

/** Opens the connection for this user and keeps `onView` told; loaded only once somebody is signed in. */
export function connectLive(user: CurrentUser, client: QueryClient, onView: (view: LiveView) => void) {
  let view = CONNECTING
  let welcomed = false
  const show = (change: Partial<LiveView>) => {
    view = { ...view, ...change }
    onView(view)
  }

  // A lost connection is told by a toast, whose code cannot be had then.
  fetchToasts()

  const socket = new LiveSocket({
    ...ofThisBrowser(),
    protocol: userProtocol(user),
    onStatus: (status) => show({ status }),
    onMessage: (message) => {
      const { notifications, effects } = receive(
        view.notifications,
        message,
        welcomed ? null : performance.now(),
      )
      welcomed ||= message.type === 'welcome'
      if (notifications !== view.notifications) show({ notifications })
      runEffects(effects, client)
    },
    onSessionEnded: () => recheckUser(client),
    onRefused: () => recheckUser(client),
    onWarning: warn,
  })

  const close = openWithPage(socket)
  return {
    change(input: NotificationChange) {
      const sent = view.status === 'connected' ? [input] : nameItems(view.notifications, input)
      show({ notifications: changeKept(view.notifications, input) })
      for (const one of sent) socket.send(one)
    },
    close,
  }
}

function warn() {
  toast({
    title: 'Notification Service Disconnected',
    description: 'Real-time updates are unavailable. They resume by themselves once the connection is back.',
    tone: 'destructive',
  })
}
