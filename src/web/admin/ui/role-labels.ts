import type { StaffRole } from '#shared/core/staff-roles.ts'

/** What the members of staff with this role may do. */
export const ROLE_LABELS: Record<StaffRole, { name: string; text: string }> = {
  support: {
    name: 'Support',
    text: 'Reads orders, users, messages and mails. Answers messages, sends mails again, delivers products and writes notes.',
  },
  manager: {
    name: 'Manager',
    text: 'All of that. Also products, prices, releases, recalls, coupons, refunds, subscriptions, recovery and stats.',
  },
  owner: {
    name: 'Owner',
    text: 'Everything. Also roles, publisher keys, exports, payouts, closing and deleting accounts, emergency links, the audit log and security.',
  },
}
