import { useLocation } from 'react-router'
import { useHydrated } from './use-hydrated.ts'

/**
 * The token of the mailed link that opened this page; null if the address has none, undefined until hydration. The
 * token is in the fragment, which is sent to no server and written to no log.
 */
export function useLinkToken(): string | null | undefined {
  const { hash } = useLocation()
  return useHydrated() ? new URLSearchParams(hash.slice(1)).get('token') || null : undefined
}
