import { useEffect } from 'react'
import { useLocation, useNavigate } from './router/router-context.ts'
import { useHydrated } from './use-hydrated.ts'

/**
 * The token of the mailed link that opened this page; null if it has none, undefined until hydration. Mails have the
 * token in the fragment, which is sent to no server and written to no log; older mails had it in the query. It is
 * removed from the address at once, so that it is in no referrer, bookmark, synced history or screenshot. The state of
 * the history entry keeps it for a reload. `name`: its name in the address.
 */
export function useLinkToken(name = 'token'): string | null | undefined {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const fragment = new URLSearchParams(hash.slice(1))
  const query = new URLSearchParams(search)
  const inAddress = fragment.get(name) ?? query.get(name)
  query.delete(name)
  const cleared = query.size > 0 ? `${pathname}?${query}` : pathname
  useEffect(() => {
    if (inAddress === null) return
    navigate(cleared, { replace: true, state: { linkToken: inAddress }, preventScrollReset: true })
  }, [inAddress, cleared, navigate])
  if (!isHydrated) return undefined
  return (inAddress ?? tokenIn(state)) || null
}

function tokenIn(state: unknown): string | null {
  const known = typeof state === 'object' && state !== null && 'linkToken' in state ? state.linkToken : null
  return typeof known === 'string' ? known : null
}
