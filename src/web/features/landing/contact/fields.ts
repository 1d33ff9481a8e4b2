/** The fields that are checked, in the order of the form. */
export const CONTACT_FIELDS = ['firstName', 'lastName', 'email', 'subject', 'message'] as const
export type ContactField = (typeof CONTACT_FIELDS)[number]
export type ContactErrors = Partial<Record<ContactField, string>>

export const isContactField = (name: string): name is ContactField =>
  CONTACT_FIELDS.some((field) => field === name)
