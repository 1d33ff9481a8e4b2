import type { AuditAction } from '#shared/audit/contract.ts'
import { adminPath, FINDINGS_PATH, RECOVERY_PATH } from '../shell/admin-path.ts'

export const AUDIT_LABELS: Record<AuditAction, string> = {
  'account.delete': 'Account: delete',
  'payout-address.change': 'Payout address: change',
  'user.activate': 'User: activate',
  'user.deactivate': 'User: deactivate',
  'user.delete': 'User: delete',
  'user.promote': 'User: promote',
  'user.demote': 'User: demote',
  'elevate-permissions': 'Elevate permissions',
  'user.end-sessions': 'User: end sessions',
  'user.resend-verification': 'User: resend verification',
  'user.give-access': 'User: give access',
  'user.revoke-access': 'User: revoke access',
  'user.note': 'User: note',
  'user.note-delete': 'User: note delete',
  'product.create': 'Product: create',
  'product.update': 'Product: update',
  'product.price': 'Product: price',
  'product.delete': 'Product: delete',
  'product.restore': 'Product: restore',
  'product.image': 'Product: image',
  'product.image-removed': 'Product: image removed',
  'release.upload': 'Release: upload',
  'release.update': 'Release: update',
  'release.publish': 'Release: publish',
  'release.yank': 'Release: yank',
  'release.restore': 'Release: restore',
  'release.delete': 'Release: delete',
  'payment.check': 'Payment: check',
  'payment.complete': 'Payment: complete',
  'payment.refund': 'Payment: refund',
  'refund.approve': 'Refund: approve',
  'refund.decline': 'Refund: decline',
  'subscription.cancel': 'Subscription: cancel',
  'subscription.resume': 'Subscription: resume',
  'subscription.end': 'Subscription: end',
  'coupon.create': 'Coupon: create',
  'coupon.update': 'Coupon: update',
  'coupon.delete': 'Coupon: delete',
  'coupon.switch-off': 'Coupon: switch off',
  'product.deliver': 'Product: deliver',
  'product.resend-email': 'Product: resend email',
  'mail.resend': 'Mail: resend',
  'emergency.issue': 'Emergency: issue',
  'emergency.revoke': 'Emergency: revoke',
  'recovery.run': 'Recovery: run',
  'reconciliation.start': 'Reconciliation: start',
  'finding.repair': 'Finding: repair',
  'finding.repaired': 'Finding: repaired',
  'finding.done': 'Finding: done',
  'payouts.run': 'Payouts: run',
  'payouts.paid': 'Payouts: paid',
  'message.answer': 'Message: answer',
  'message.close': 'Message: close',
  'message.reopen': 'Message: reopen',
  'export.users': 'Export: users',
  'export.orders': 'Export: orders',
  'export.subscriptions': 'Export: subscriptions',
  'export.coupons': 'Export: coupons',
  'export.referrals': 'Export: referrals',
  'export.audit': 'Export: audit',
  'export.stats': 'Export: stats',
}

/**
 * The label of an action. One of an earlier version gets it from its name: `coupon.switch-off` is "Coupon: switch off".
 */
export function sayAction(action: string): string {
  if (Object.hasOwn(AUDIT_LABELS, action)) return AUDIT_LABELS[action as AuditAction]
  const [noun = '', verb] = action.replaceAll('-', ' ').split('.')
  const head = noun.charAt(0).toUpperCase() + noun.slice(1)
  return verb ? `${head}: ${verb}` : head
}

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
  mail: adminPath('mails'),
  payments: adminPath('recovery'),
  emergency: RECOVERY_PATH,
  run: RECOVERY_PATH,
  finding: FINDINGS_PATH,
  event: RECOVERY_PATH,
  checkout: adminPath('recovery'),
}
