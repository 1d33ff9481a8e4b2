import { useEffect, useRef } from 'react'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { type CatalogueFilter, MAX_QUERY, NO_FILTER, writeFilter } from './filter.ts'

export type SearchBoxProps = { id: string; filter: CatalogueFilter; onSearch: (q: string) => void }

/**
 * A form, so that Enter searches also before any script runs. Keeps the other filters of the address; the order is a
 * field of the form, beside it.
 */
export function SearchBox({ id, filter, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const rest = [...writeFilter(new URLSearchParams(), { ...filter, q: '', sort: NO_FILTER.sort })]

  // Applies text that was typed before the code had loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    const typed = input.current?.value
    if (typed !== undefined && typed !== filter.q) onSearch(typed)
  }, [])

  return (
    <search className="min-w-0 flex-1">
      <form id={id} action="/products" onSubmit={(event) => event.preventDefault()}>
        {rest.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SearchInput
          ref={input}
          label="Search scripts"
          name="q"
          maxLength={MAX_QUERY}
          value={filter.q}
          onSearch={onSearch}
        />
      </form>
    </search>
  )
}
