import { type Contact, contactSchema } from '#shared/contact/contract.ts'
import { type ContactErrors, isContactField } from './fields.ts'

export type CheckedContact = { ok: true; contact: Contact } | { ok: false; errors: ContactErrors }

/** Checks the form with the contract that the server also uses. Returns the first error of each field. */
export function checkContact(form: FormData): CheckedContact {
  const values = { ...Object.fromEntries(form), newsletter: form.has('newsletter') }
  const { success, data, error } = contactSchema.safeParse(values)
  if (success) return { ok: true, contact: data }
  const errors: ContactErrors = {}
  for (const { path, message } of error.issues) {
    const field = String(path[0])
    if (isContactField(field)) errors[field] ??= message
  }
  return { ok: false, errors }
}
