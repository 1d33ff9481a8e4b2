import { useCallback } from 'react'
import { useSearchParams } from '../../lib/router/router-context.ts'

/** A list's filters, kept in the address: they can be shared, survive a reload, and are steps of the history. */
export function useAddressFilter() {
  const [params, setParams] = useSearchParams()
  /** Empty text removes the parameter. `replace` is for typing, so that one search is one history step. */
  const set = useCallback(
    (change: Record<string, string>, { replace = false } = {}) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value)
            else next.delete(name)
          }
          return next
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  )
  const get = (name: string) => params.get(name) ?? ''
  return { get, set }
}
