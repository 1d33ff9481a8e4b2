import type { StaffRole } from '#shared/core/staff-roles.ts'

/** A member of staff who lost a role within this time is still mailed what the owners and managers are mailed. */
export const NOTIFIED_AFTER_DAYS = 30

/** Roles in the sentences of a mail or a message: "Ann is a manager now". */
export const ROLE_NOUNS: Record<StaffRole, string> = {
  support: 'in support',
  manager: 'a manager',
  owner: 'an owner',
}

export type StaffMember = { id: number; username: string; email: string }
