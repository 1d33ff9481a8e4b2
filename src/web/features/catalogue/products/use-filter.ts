import { useEffect, useMemo, useRef, useState } from 'react'
import {
  type NavigateOptions,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from '../../../lib/router/router-context.ts'
import { type CatalogueFilter, MAX_QUERY, NO_FILTER, readFilter, writeFilter } from './filter.ts'

/**
 * The catalogue's filter, which is kept in the address. Typing replaces the address; every other change is a link or a
 * history step. The typed text is also kept as state, because the address is updated later than a text box needs.
 * `filter` and `params` stay the same objects until they change.
 */
export function useCatalogueFilter() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { key } = useLocation()
  const ownWrite = useNavigationType() === 'REPLACE'
  const inAddress = useMemo(() => readFilter(params), [params])
  const [text, setText] = useState(inAddress.q)
  const typed = useRef(text)
  const filter: CatalogueFilter = useMemo(() => ({ ...inAddress, q: text }), [inAddress, text])

  function setSearch(q: string) {
    typed.current = q
    setText(q)
  }

  // A history step has its own search text. The first render has read it already.
  const seenKey = useRef(key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a history step
  useEffect(() => {
    if (key === seenKey.current) return
    seenKey.current = key
    if (!ownWrite) setSearch(inAddress.q)
  }, [key])

  // From the address and the typed text, because the list and its links are rendered later than these change.
  function write(change: Partial<CatalogueFilter>, options?: NavigateOptions) {
    const now = new URLSearchParams(window.location.search)
    const next = writeFilter(now, { ...readFilter(now), q: typed.current, ...change })
    // A choice that is chosen already adds nothing to the history.
    const replace = `${next}` === `${now}`
    navigate(`?${next}`, { preventScrollReset: true, replace, ...options })
  }

  function search(q: string) {
    setSearch(q.slice(0, MAX_QUERY))
    write({}, { replace: true })
  }

  // The same function always: it is passed to what is rendered later.
  const latest = useRef(write)
  useEffect(() => {
    latest.current = write
  })
  const choose = useMemo(() => (change: Partial<CatalogueFilter>) => latest.current(change), [])

  /** The address without a filter, with the current order. */
  const hrefOfAll = `?${writeFilter(params, { ...NO_FILTER, sort: filter.sort })}`

  return { filter, params, search, choose, hrefOfAll }
}

export type CatalogueFilterControl = ReturnType<typeof useCatalogueFilter>
