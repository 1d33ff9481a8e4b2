import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from '../../../lib/router/router-context.ts'
import { type CatalogueFilter, MAX_QUERY, NO_FILTER, readFilter, writeFilter } from './filter.ts'

/**
 * The catalogue's filter, which is kept in the address. Typing replaces the address; every other change is a link or a
 * history step. The typed text is also kept as state, because the address is updated later than a text box needs.
 */
export function useCatalogueFilter() {
  const [params, setParams] = useSearchParams()
  const { key } = useLocation()
  const ownWrite = useNavigationType() === 'REPLACE'
  const inAddress = readFilter(params)
  const [text, setText] = useState(inAddress.q)
  const filter: CatalogueFilter = { ...inAddress, q: text }

  // A history step has its own search text. The first render has read it already.
  const seenKey = useRef(key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a history step
  useEffect(() => {
    if (key === seenKey.current) return
    seenKey.current = key
    if (!ownWrite) setText(inAddress.q)
  }, [key])

  function search(q: string) {
    const typed = q.slice(0, MAX_QUERY)
    setText(typed)
    setParams((before) => writeFilter(before, { ...readFilter(before), q: typed }), {
      replace: true,
      preventScrollReset: true,
    })
  }

  function choose(change: Partial<CatalogueFilter>) {
    setParams(writeFilter(params, { ...filter, ...change }), { preventScrollReset: true })
  }

  /** The address with a changed filter. */
  const hrefFor = (change: Partial<CatalogueFilter>) => `?${writeFilter(params, { ...filter, ...change })}`

  /** The address without a filter, with the current order. */
  const hrefOfAll = hrefFor({ ...NO_FILTER, sort: filter.sort })

  return { filter, search, choose, hrefFor, hrefOfAll }
}

export type CatalogueFilterControl = ReturnType<typeof useCatalogueFilter>
