import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { useNavigate } from '../../lib/router/router-context.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'

export type HashSearchProps = {
  /** The text in the address. */
  hash: string
  error: string | undefined
}

/** A form that opens /log with the typed hash, also before any script runs. */
export function HashSearch({ hash, error }: HashSearchProps) {
  const navigate = useNavigate()
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('hash') ?? '').trim()
    navigate(typed === '' ? '/log' : `/log?${new URLSearchParams({ hash: typed })}`)
  }
  return (
    <search>
      <form
        action="/log"
        onSubmit={search}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3"
      >
        <Field label="SHA-256 of a file" hint="The whole hash, or at least its first 8 digits." error={error}>
          {/* The key shows the address's text again after a history step. */}
          <Input
            key={hash}
            name="hash"
            defaultValue={hash}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            className="font-mono"
          />
        </Field>
        <Button type="submit" className="mt-7.5">
          <Search aria-hidden="true" />
          Search
        </Button>
      </form>
    </search>
  )
}
