import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * The subscription whose renewal the address asks for (`renew=ID`, as reminders link it), taken out of the address so that
 * a reload or the way back does not ask again.
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
