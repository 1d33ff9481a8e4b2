import { useEffect, useRef, useState } from 'react'
import { SearchInput } from '../../ui/forms/search-input.tsx'
import { useAddressFilter } from './use-address-filter.ts'

const PAUSE_MS = 300
const NOTHING: readonly string[] = []

export type SearchFieldProps = {
  /** What it searches, and how. */
  label: string
  name?: string
  /** Names that a search takes out of the address, where the list knows one filter at a time. A constant. */
  instead?: readonly string[]
}

/** What is typed becomes the address's `q` after a pause. */
export function SearchField({ label, name = 'q', instead = NOTHING }: SearchFieldProps) {
  const { get, set } = useAddressFilter()
  const asked = get(name)
  const [text, setText] = useState(asked)
  const input = useRef<HTMLInputElement>(null)

  // A step in the history, or a link, brings its own text along.
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
