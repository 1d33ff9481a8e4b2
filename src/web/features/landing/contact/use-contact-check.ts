import { type RefObject, useState } from 'react'
import { LazyCode } from '../../../lib/lazy-code.ts'
import { type ContactErrors, type ContactField, isContactField } from './fields.ts'

// The schema's library weighs as much as the rest of the page: it is loaded when somebody uses the form.
const checkCode = new LazyCode(() => import('./check-contact.ts'))

/** What is wrong with the form: of a field once it was changed, of all once it was submitted. */
export function useContactCheck(form: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<ContactErrors>({})
  const [changed, setChanged] = useState<ReadonlySet<ContactField>>(new Set())
  const [submitted, setSubmitted] = useState(false)

  /** @throws MissingCode */
  async function check() {
    const { checkContact } = await checkCode.fetch()
    // Read after the wait: typing goes on meanwhile.
    const result = checkContact(new FormData(form.current ?? undefined))
    setErrors(result.ok ? {} : result.errors)
    return result
  }

  return {
    errorOf: (field: ContactField) => (submitted || changed.has(field) ? errors[field] : undefined),
    prepare: checkCode.preload,
    /** A field was changed. Without the code nothing is said yet: the submit asks again. */
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
