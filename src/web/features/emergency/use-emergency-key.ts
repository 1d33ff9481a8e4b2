import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The key of the link that opened this page; null if it has none. The key is removed from the address at once, so that
 * it is in no referrer, bookmark or screenshot. The history entry keeps the key for a reload.
 */
export function useEmergencyKey(): string | null {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const inAddress = new URLSearchParams(search).get('special_key')
  useEffect(() => {
    if (inAddress !== null)
      navigate(pathname, { replace: true, state: { specialKey: inAddress }, preventScrollReset: true })
  }, [inAddress, pathname, navigate])
  return inAddress ?? readState(state)
}

function readState(state: unknown): string | null {
  const known = typeof state === 'object' && state !== null && 'specialKey' in state ? state.specialKey : null
  return typeof known === 'string' ? known : null
}
