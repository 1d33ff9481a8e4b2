/**
 * The fields of a form that differ from their earlier values. Unchanged fields are not sent: a form that was open for
 * long would overwrite the changes of others.
 */
export function changedFields<Form extends object>(form: Form, before: Form | undefined): Partial<Form> {
  const changed = Object.entries(form).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before?.[name as keyof Form]),
  )
  return Object.fromEntries(changed) as Partial<Form>
}
