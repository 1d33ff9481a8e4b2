import { ACTION_LABELS, type AuditAction } from '#shared/audit/contract.ts'
import { adminPath, FINDINGS_PATH, RECOVERY_PATH } from '../shell/admin-path.ts'

/**
 * The label of an action. One of an earlier version gets it from its name: `coupon.paint-red` is "Coupon: paint red".
 */
export function sayAction(action: string): string {
  if (Object.hasOwn(ACTION_LABELS, action)) return ACTION_LABELS[action as AuditAction]
  const [noun = '', verb] = action.replaceAll('-', ' ').split('.')
  const head = noun.charAt(0).toUpperCase() + noun.slice(1)
  return verb ? `${head}: ${verb}` : head
}

/** The label of what authorized an action: `admin key` is "Admin key". */
export const sayVia = (via: string): string => via.charAt(0).toUpperCase() + via.slice(1)

/** The address of the screen that shows an entry's subject; null if no screen shows it. */
export function subjectPath(subject: string): string | null {
  const [kind = '', id = ''] = subject.split(':')
  const opened = /^[1-9]\d*$/.test(id) ? PLACES[kind] : undefined
  return opened?.(id) ?? LISTS[kind] ?? null
}

const PLACES: Record<string, (id: string) => string> = {
  user: (user) => adminPath('users', { user }),
  payment: (order) => adminPath('orders', { order }),
  subscription: (subscription) => adminPath('orders', { view: 'subscriptions', subscription }),
  product: (product) => adminPath('products', { product }),
  coupon: (coupon) => adminPath('coupons', { coupon }),
  message: (message) => adminPath('inbox', { message }),
  payout: (payout) => adminPath('payouts', { payout }),
}

const LISTS: Record<string, string> = {
  refund: adminPath('orders', { view: 'refunds' }),
  release: adminPath('products'),
  payouts: adminPath('payouts'),
  coupons: adminPath('coupons'),
  mail: adminPath('mails'),
  payments: adminPath('recovery'),
  emergency: RECOVERY_PATH,
  run: RECOVERY_PATH,
  finding: FINDINGS_PATH,
  event: RECOVERY_PATH,
  checkout: adminPath('recovery'),
  review: adminPath('reviews'),
}
