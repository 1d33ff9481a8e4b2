import { type ChangeEvent, useRef, useState } from 'react'
import { LazyCode } from '../../../lib/lazy-code.ts'
import { fetchCheck, useLateCheck } from '../../../ui/forms/late-check.ts'

// Loaded after the page: it brings zod.
const check = new LazyCode(() => import('./email-check.ts'))

/**
 * The field for the receipt's address, checked by the contract's schema: at each submit, and after the first one at each
 * change. Without react-hook-form, which is a tenth of the checkout's code (056). `onType` gets every change.
 */
export function useEmailField(initial: string, onType: (email: string) => void) {
  const ref = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState(initial)
  const [error, setError] = useState<string>()
  const wasSubmitted = useRef(false)
  useLateCheck(check)

  function onChange(event: ChangeEvent<HTMLInputElement>) {
    const email = event.target.value
    setValue(email)
    onType(email)
    if (wasSubmitted.current) setError(check.module?.emailError(email))
  }

  /** For the submit: false moves the focus to a wrong address. Where the check does not load, a toast says so. */
  async function isValid(): Promise<boolean> {
    wasSubmitted.current = true
    const loaded = await fetchCheck(check)
    if (!loaded) return false
    const found = loaded.emailError(value)
    setError(found)
    if (found !== undefined) ref.current?.focus()
    return found === undefined
  }

  return { value, error, isValid, setValue, input: { ref, value, onChange } }
}
