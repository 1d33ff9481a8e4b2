import { z } from 'zod'
import { PAYMENT_STATUSES, PURCHASE_TYPES } from '#shared/payments/contract.ts'
import { REFERRAL_STATUSES } from '#shared/referrals/contract.ts'
import { SUBSCRIPTION_STATUSES } from '#shared/subscriptions/contract.ts'

export const EXPORT_NAMES = [
  'users',
  'orders',
  'invoices',
  'subscriptions',
  'coupons',
  'referrals',
  'audit',
  'stats',
  'downloaders',
] as const
export type ExportName = (typeof EXPORT_NAMES)[number]

/** The first and last UTC day, both included, of the rows' creation. */
const days = { from: z.iso.date().optional(), to: z.iso.date().optional() }

export const usersExportQuery = z.object(days)
export const invoicesExportQuery = z.object(days)
export const ordersExportQuery = z.object({
  ...days,
  status: z.enum(PAYMENT_STATUSES).optional(),
  type: z.enum(PURCHASE_TYPES).optional(),
  product: z.coerce.number().int().positive().optional(),
})
export const subscriptionsExportQuery = z.object({
  ...days,
  status: z.enum(SUBSCRIPTION_STATUSES).optional(),
})
export const couponsExportQuery = z.object(days)
export const referralsExportQuery = z.object({ status: z.enum(REFERRAL_STATUSES).optional() })
export const auditExportQuery = z.object(days)
/** `release`: the id of a withdrawn release. */
export const downloadersExportQuery = z.object({ release: z.coerce.number().int().positive() })

export type Days = z.infer<typeof usersExportQuery>
export type OrdersExport = z.infer<typeof ordersExportQuery>
export type SubscriptionsExport = z.infer<typeof subscriptionsExportQuery>
export type ReferralsExport = z.infer<typeof referralsExportQuery>
