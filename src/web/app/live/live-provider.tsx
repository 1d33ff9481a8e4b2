import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useCurrentUser } from '../../features/accounts/queries.ts'
import type { connectLive } from './connect-live.ts'
import { type Live, LiveContext, OFFLINE } from './live-context.ts'

/** The live connection of whoever is signed in; its code is fetched only then. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const user = useCurrentUser()
  const id = user?.id
  const isAdmin = user?.isAdmin
  const [view, setView] = useState(OFFLINE)
  const line = useRef<ReturnType<typeof connectLive>>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another copy of the same user is no reason to reconnect
  useEffect(() => {
    if (!user) return
    let over = false
    import('./connect-live.ts').then(
      ({ connectLive }) => {
        if (!over) line.current = connectLive(user, client, setView)
      },
      () => undefined,
    )
    return () => {
      over = true
      line.current?.close()
      line.current = undefined
      setView(OFFLINE)
    }
  }, [client, id, isAdmin])

  const live = useMemo<Live>(() => ({ ...view, change: (wish) => line.current?.change(wish) }), [view])
  return <LiveContext value={live}>{children}</LiveContext>
}
