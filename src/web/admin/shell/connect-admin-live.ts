import type { QueryClient } from '@tanstack/react-query'
import { type AdminMessage, COUNTED_TABS, type FeedItem } from '#shared/feed/contract.ts'
import { LOG_OUT, recheckUser } from '../../features/accounts/become-user.ts'
import { ofThisBrowser, openWithPage } from '../../lib/live/browser-connection.ts'
import { LiveSocket } from '../../lib/live/live-socket.ts'
import { NamedTimers } from '../../lib/live/named-timers.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { feedIcons } from '../overview/feed-icons.ts'
import { type AdminLiveView, NOT_LIVE } from './admin-live-context.ts'
import { listsOf, receiveNews } from './admin-live-rules.ts'
import { adminProtocol } from './admin-socket-protocol.ts'
import type { AdminTabName } from './admin-titles.ts'
import { playTill } from './play-till.ts'
import { throttleKeys } from './throttle-keys.ts'

const REFRESH_EVERY_MS = 2000
/** Events of the open tab count as seen. The hub is notified at most once in this time. */
const SEND_SEEN_MS = 3000

/**
 * Opens this admin's connection to the shop's hub and calls `onView` with each change. `openTab`: the visible tab,
 * whose events are not counted.
 */
export function connectAdminLive(
  userId: number,
  client: QueryClient,
  openTab: () => AdminTabName | null,
  onView: (view: AdminLiveView) => void,
) {
  let view = NOT_LIVE
  const show = (change: Partial<AdminLiveView>) => {
    view = { ...view, ...change }
    onView(view)
  }
  const browser = ofThisBrowser()
  const timers = new NamedTimers<'keys'>(browser.clock)
  const seenTimer = new NamedTimers<'seen'>(browser.clock)
  const refresh = throttleKeys(timers, REFRESH_EVERY_MS, (keys) => refreshLists(client, keys))

  /** Sends the last seen event to the hub, so that a reload does not count seen events again. */
  function sendSeen(tab: AdminTabName | null) {
    const id = view.feed[0]?.id
    const counted = COUNTED_TABS.find((name) => name === tab)
    if (counted && id !== undefined) socket.send({ type: 'admin-seen', tab: counted, id })
  }

  function sendSeenSoon() {
    if (!seenTimer.has('seen')) seenTimer.set('seen', SEND_SEEN_MS, () => sendSeen(openTab()))
  }

  const socket: LiveSocket<AdminMessage> = new LiveSocket({
    ...browser,
    protocol: adminProtocol(userId),
    onStatus: (status) => show({ status }),
    onMessage: (message) => {
      const { stats, feed, fresh, live } = receiveNews(view, message)
      const seen = message.type === 'admin-stats' ? message.seen : undefined
      const unseen = seen ? missed(feed, seen, openTab()) : counted(view.unseen, fresh, openTab())
      show({ stats, feed, unseen })
      if (seen || fresh.length > 0) sendSeenSoon()
      if (fresh.length > 0) refresh(fresh.flatMap(({ kind }) => listsOf(kind)))
      if (live) announce(fresh, message.type === 'admin-notification')
    },
    onSessionEnded: () => recheckUser(client),
    onRefused: () => recheckUser(client),
    // The user's own connection shows the warning for both.
    onWarning: () => undefined,
  })
  const close = openWithPage(socket)

  return {
    /** To be called when a tab opens: its events count as seen. */
    see(tab: AdminTabName) {
      if (!view.unseen[tab]) return
      show({ unseen: { ...view.unseen, [tab]: 0 } })
      sendSeen(tab)
    },
    close() {
      timers.cancel('keys')
      seenTimer.cancel('seen')
      close()
    },
  }
}

function counted(before: AdminLiveView['unseen'], fresh: readonly FeedItem[], openTab: AdminTabName | null) {
  const unseen = { ...before }
  for (const { kind } of fresh) {
    const { tab } = feedIcons[kind]
    if (tab !== openTab) unseen[tab] = (unseen[tab] ?? 0) + 1
  }
  return unseen
}

/** The number of events for each tab since it was last open, on any page. */
function missed(
  feed: readonly FeedItem[],
  seen: Readonly<Record<string, number>>,
  openTab: AdminTabName | null,
): AdminLiveView['unseen'] {
  const isMissed = ({ id, kind }: FeedItem) => id > (seen[feedIcons[kind].tab] ?? seen.rest ?? id)
  return counted({}, feed.filter(isMissed), openTab)
}

function announce(fresh: readonly FeedItem[], asToast: boolean): void {
  const sale = fresh.findLast(({ kind }) => kind === 'purchase')
  if (sale) playTill(sale.id)
  for (const item of asToast ? fresh : []) {
    const { title, tone = 'default', label } = feedIcons[item.kind]
    if (title) toast({ title, description: label(item), tone })
  }
}

/** Refetches those of these lists that are visible, and marks the others as stale. */
function refreshLists(client: QueryClient, keys: ReadonlySet<string>): void {
  // During a logout nothing is refetched: the server would refuse the requests.
  if (client.isMutating({ mutationKey: LOG_OUT })) return
  const begins = [...keys]
  client.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && begins.some((key) => path.startsWith(key)),
  })
}
