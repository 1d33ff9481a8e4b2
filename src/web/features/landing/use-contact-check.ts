import { type RefObject, useState } from 'react'
import { loadCode } from '../../app/missing-code.ts'
import { type ContactErrors, type ContactField, isContactField } from './contact-fields.ts'

// The schema's library weighs as much as the rest of the page: it comes when somebody turns to the form.
const loadCheck = () => loadCode(() => import('./check-contact.ts'))

/** What is wrong with the form: of a field once it was changed, of all once it was submitted. */
export function useContactCheck(form: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<ContactErrors>({})
  const [changed, setChanged] = useState<ReadonlySet<ContactField>>(new Set())
  const [submitted, setSubmitted] = useState(false)

  /** @throws MissingCode */
  async function check() {
    const { checkContact } = await loadCheck()
    // Read after the wait: whoever goes on typing meanwhile is not judged by what stood there before.
    const result = checkContact(new FormData(form.current ?? undefined))
    setErrors(result.ok ? {} : result.errors)
    return result
  }

  return {
    errorOf: (field: ContactField) => (submitted || changed.has(field) ? errors[field] : undefined),
    prepare: () => {
      loadCheck().catch(() => undefined)
    },
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
