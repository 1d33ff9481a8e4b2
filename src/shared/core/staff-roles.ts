/**
 * What a member of staff may do, least first. Support reads, answers and delivers; a manager also sells and refunds;
 * an owner also decides about people, keys and exports.
 */
export const STAFF_ROLES = ['support', 'manager', 'owner'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** Whether a role may do what needs at least `least`. Null: the account is no member of staff. */
export const hasRole = (role: StaffRole | null, least: StaffRole): boolean =>
  role !== null && STAFF_ROLES.indexOf(role) >= STAFF_ROLES.indexOf(least)
