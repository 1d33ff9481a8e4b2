import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { LazyCode, whenCalm } from '../../../lib/lazy-code.ts'
import { toast } from '../../../ui/overlays/toast.ts'

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
  useEffect(() => {
    whenCalm().then(check.preload)
  }, [])

  function onChange(event: ChangeEvent<HTMLInputElement>) {
    const email = event.target.value
    setValue(email)
    onType(email)
    if (wasSubmitted.current) setError(check.module?.emailError(email))
  }

  /** For the submit: false moves the focus to a wrong address. Where the check does not load, a toast says so. */
  async function isValid(): Promise<boolean> {
    wasSubmitted.current = true
    try {
      const { emailError } = await check.fetch()
      const found = emailError(value)
      setError(found)
      if (found !== undefined) ref.current?.focus()
      return found === undefined
    } catch {
      toast({
        title: 'Nothing was sent',
        description: 'The form could not be checked. Check your connection and try again.',
        tone: 'destructive',
      })
      return false
    }
  }

  return { value, error, isValid, input: { ref, value, onChange } }
}
