import { useEffect, useRef, useState } from 'react'
import { SearchInput } from '../../ui/forms/search-input.tsx'
import { useAddressFilter } from './use-address-filter.ts'

const PAUSE_MS = 300
const NOTHING: readonly string[] = []

export type SearchFieldProps = {
  /** The label: the subject of the search and its format. */
  label: string
  name?: string
  /** The filters that a search removes from the address, for a list with one filter at a time. Must be a constant. */
  instead?: readonly string[]
}

/** A search field. After a pause, the typed text becomes the address's `q`, or the parameter `name`. */
export function SearchField({ label, name = 'q', instead = NOTHING }: SearchFieldProps) {
  const { get, set } = useAddressFilter()
  const asked = get(name)
  const [text, setText] = useState(asked)
  const input = useRef<HTMLInputElement>(null)

  // A history step or a link may change the address. Its text then replaces the field's.
  const sent = useRef(asked)
  useEffect(() => {
    if (asked === sent.current) return
    sent.current = asked
    setText(asked)
  }, [asked])

  useEffect(() => {
    const wanted = text.trim()
    if (wanted === sent.current) return
    const timer = setTimeout(() => {
      sent.current = wanted
      const others = Object.fromEntries(instead.map((other) => [other, '']))
      set({ ...others, [name]: wanted }, { replace: true })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, name, instead, set])

  return (
    <search className="min-w-0 flex-1 basis-60">
      <SearchInput ref={input} label={label} maxLength={100} value={text} onSearch={setText} />
    </search>
  )
}
