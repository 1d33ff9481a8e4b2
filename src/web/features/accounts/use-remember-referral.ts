import { useEffect } from 'react'
import { useLocation } from '../../lib/router/router-context.ts'
import { rememberReferral } from './referral-memory.ts'

/** Stores the `?ref=` of the address. Used on every page. */
export function useRememberReferral(): void {
  const { search } = useLocation()
  useEffect(() => rememberReferral(search), [search])
}
