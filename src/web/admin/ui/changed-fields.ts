/**
 * What of a form differs from how it stood. What was left alone is not sent: a form that lay open for long would take back
 * what somebody else changed meanwhile.
 */
export function changedFields<Form extends object>(form: Form, before: Form | undefined): Partial<Form> {
  const changed = Object.entries(form).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before?.[name as keyof Form]),
  )
  return Object.fromEntries(changed) as Partial<Form>
}
