import { type RefObject, useState } from 'react'
import { LazyCode } from '../../../lib/lazy-code.ts'
import { type ContactErrors, type ContactField, isContactField } from './fields.ts'

// The schema's library is as large as the rest of the page, so it is loaded only when the form is used.
const checkCode = new LazyCode(() => import('./check-contact.ts'))

/** The form's errors: of each field after its first change, of all fields after a submit. */
export function useContactCheck(form: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<ContactErrors>({})
  const [changed, setChanged] = useState<ReadonlySet<ContactField>>(new Set())
  const [submitted, setSubmitted] = useState(false)

  /** @throws MissingCode */
  async function check() {
    const { checkContact } = await checkCode.fetch()
    // Read after the code has loaded, because the user may have typed meanwhile.
    const result = checkContact(new FormData(form.current ?? undefined))
    setErrors(result.ok ? {} : result.errors)
    return result
  }

  return {
    errorOf: (field: ContactField) => (submitted || changed.has(field) ? errors[field] : undefined),
    prepare: checkCode.preload,
    /** To be called when a field changes. If the code fails to load, no error is shown; the submit loads it again. */
    noteChange: (name: string) => {
      if (!isContactField(name)) return
      setChanged((before) => new Set(before).add(name))
      check().catch(() => undefined)
    },
    /** @throws MissingCode */
    checkAll: () => {
      setSubmitted(true)
      return check()
    },
    clear: () => {
      setErrors({})
      setChanged(new Set())
      setSubmitted(false)
    },
  }
}
