import { useEffect, useState } from 'react'
import { useSearchParams } from '../../../lib/router/router-context.ts'

/**
 * The subscription whose renewal the address requests (`renew=ID`, as in the links of reminders). Removed from the
 * address, so that a reload or the back button does not request the renewal again.
 */
export function useRequestedRenewal(): number | null {
  const [query, setQuery] = useSearchParams()
  const param = query.get('renew')
  const [asked] = useState(() => (param !== null && /^\d{1,15}$/.test(param) ? Number(param) : null))

  useEffect(() => {
    if (param === null) return
    setQuery(
      (before) => {
        before.delete('renew')
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }, [param, setQuery])

  return asked
}
