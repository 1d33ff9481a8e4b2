import { useLocation } from 'react-router'
import { useHydrated } from './use-hydrated.ts'

/**
 * The token of the mailed link that opened this page, null where the address has none, undefined until the browser knows.
 * It is in the fragment, which is sent to no server and written to no log.
 */
export function useLinkToken(): string | null | undefined {
  const { hash } = useLocation()
  return useHydrated() ? new URLSearchParams(hash.slice(1)).get('token') || null : undefined
}
