import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** How a list is filtered, as the address says it: shared, kept over a reload, and a step of the history. */
export function useAddressFilter() {
  const [params, setParams] = useSearchParams()
  /** Empty text takes the name out. `replace` for typing, so that one search is one step back. */
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
