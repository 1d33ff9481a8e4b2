import { Search, X } from 'lucide-react'
import type { RefObject } from 'react'
import { IconButton } from '../icon-button.tsx'
import { Input } from './input.tsx'

export type SearchInputProps = {
  ref: RefObject<HTMLInputElement | null>
  /** The label, also shown as the placeholder. */
  label: string
  name?: string
  maxLength: number
  value: string
  onSearch: (text: string) => void
}

/** A search field with a button that clears the text and returns the focus to the field. */
export function SearchInput({ ref, label, value, onSearch, ...props }: SearchInputProps) {
  function clear() {
    onSearch('')
    ref.current?.focus()
  }
  return (
    <Input
      ref={ref}
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      value={value}
      onChange={(event) => onSearch(event.target.value)}
      start={<Search aria-hidden="true" />}
      end={
        value ? (
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
      {...props}
    />
  )
}
