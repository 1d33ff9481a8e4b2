/**
 * What a member of staff may do, least first. Support reads, answers and delivers; a manager also sells and refunds;
 * an owner also decides about people, keys and exports.
 */
export const STAFF_ROLES = ['support', 'manager', 'owner'] as const
