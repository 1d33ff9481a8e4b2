import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { type CatalogueFilter, MAX_QUERY, NO_FILTER, readFilter, writeFilter } from './filter.ts'

/**
 * The catalogue's filter, which lives in the address. Typing replaces the address; everything else is a link or a step
 * in the history. What is typed also lives here, because an address follows a moment later and a text box cannot wait.
 */
export function useCatalogueFilter() {
  const [params, setParams] = useSearchParams()
  const { key } = useLocation()
  const ownWrite = useNavigationType() === 'REPLACE'
  const inAddress = readFilter(params)
  const [text, setText] = useState(inAddress.q)
  const filter: CatalogueFilter = { ...inAddress, q: text }

  // A step in the history brings its own text along; the first render has it already.
  const seenKey = useRef(key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the step counts, not what else has changed
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

  /** The address with one thing changed. */
  const hrefFor = (change: Partial<CatalogueFilter>) => `?${writeFilter(params, { ...filter, ...change })}`

  /** The address that hides nothing and keeps the order. */
  const hrefOfAll = hrefFor({ ...NO_FILTER, sort: filter.sort })

  return { filter, search, choose, hrefFor, hrefOfAll }
}

export type CatalogueFilterControl = ReturnType<typeof useCatalogueFilter>
