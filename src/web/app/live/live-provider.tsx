import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useCurrentUser } from '../../features/accounts/queries.ts'
import { LazyCode, whenCalm } from '../../lib/lazy-code.ts'
import { CONNECTING, type Live, LiveContext, OFFLINE } from '../../lib/live/live-context.ts'
import { useWhenOnline } from '../../lib/use-when-online.ts'
import type { connectLive } from './connect-live.ts'

const connectCode = new LazyCode(() => import('./connect-live.ts'))

/** The live connection of the signed-in user. Its code is loaded only for signed-in users. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const user = useCurrentUser()
  const id = user?.id
  const isAdmin = user?.isAdmin && !user.needsFactor
  const [view, setView] = useState(OFFLINE)
  const connection = useRef<ReturnType<typeof connectLive>>(undefined)
  const codeFailed = useRef(false)
  const [attempt, setAttempt] = useState(0)
  // Only if the code failed to load: an existing connection reconnects automatically.
  useWhenOnline(() => codeFailed.current && setAttempt((before) => before + 1))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object for the same user must not reconnect
  useEffect(() => {
    if (!user) return
    let over = false
    setView(CONNECTING)
    whenCalm()
      .then(() => connectCode.fetch())
      .then(
        ({ connectLive }) => {
          if (over) return
          codeFailed.current = false
          connection.current = connectLive(user, client, setView)
        },
        () => {
          if (over) return
          codeFailed.current = true
          setView(OFFLINE)
        },
      )
    return () => {
      over = true
      connection.current?.close()
      connection.current = undefined
      setView(OFFLINE)
    }
  }, [client, id, isAdmin, attempt])

  const live = useMemo<Live>(
    () => ({
      ...view,
      change: (input) => connection.current?.change(input),
      reconnect: () => setAttempt((before) => before + 1),
    }),
    [view],
  )
  return <LiveContext value={live}>{children}</LiveContext>
}
