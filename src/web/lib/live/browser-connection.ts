import type { LiveSocket } from './live-socket.ts'
import type { LiveSocketOptions } from './live-socket-types.ts'

/** The browser's part of a connection: the shop's origin, WebSocket and timers. */
export const ofThisBrowser = (): Pick<
  LiveSocketOptions<never>,
  'origin' | 'WebSocket' | 'clock' | 'random'
> => ({
  origin: window.location.origin.replace(/^http/, 'ws'),
  WebSocket,
  clock: {
    setTimeout: (run, ms) => window.setTimeout(run, ms),
    clearTimeout: (timer) => window.clearTimeout(timer),
    now: () => Date.now(),
  },
  random: Math.random,
})

/** Opens the connection and passes network and visibility changes to it, until the returned function is called. */
export function openWithPage<Message>(socket: LiveSocket<Message>): () => void {
  const wake = () => {
    if (document.visibilityState === 'visible') socket.wake()
  }
  const sleep = () => socket.networkGone()
  window.addEventListener('online', wake)
  window.addEventListener('offline', sleep)
  document.addEventListener('visibilitychange', wake)
  socket.start()
  return () => {
    window.removeEventListener('online', wake)
    window.removeEventListener('offline', sleep)
    document.removeEventListener('visibilitychange', wake)
    socket.stop()
  }
}
