import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { type CatalogueFilter, MAX_QUERY, writeFilter } from './catalogue-filter.ts'

export type SearchBoxProps = { filter: CatalogueFilter; onSearch: (q: string) => void }

/** A form, so that Enter searches also before any script runs; the rest of the address travels along. */
export function SearchBox({ filter, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const rest = [...writeFilter(new URLSearchParams(), { ...filter, q: '' })]

  // What was typed while the code was still on its way counts, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the box comes alive
  useEffect(() => {
    const typed = input.current?.value
    if (typed !== undefined && typed !== filter.q) onSearch(typed)
  }, [])

  function clear() {
    onSearch('')
    input.current?.focus()
  }

  return (
    <search className="min-w-0 flex-1">
      <form action="/products" onSubmit={(event) => event.preventDefault()}>
        {rest.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Input
          ref={input}
          type="search"
          name="q"
          aria-label="Search scripts"
          placeholder="Search scripts"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={MAX_QUERY}
          value={filter.q}
          onChange={(event) => onSearch(event.target.value)}
          start={<Search aria-hidden="true" />}
          end={
            filter.q ? (
              <IconButton
                label="Clear search"
                tooltip={false}
                size="sm"
                icon={<X aria-hidden="true" />}
                onClick={clear}
              />
            ) : undefined
          }
          className="[&::-webkit-search-cancel-button]:hidden"
        />
      </form>
    </search>
  )
}
