import type { AuditAction } from '#shared/audit/contract.ts'
import { adminPath, FINDINGS_PATH, RECOVERY_PATH } from '../shell/admin-path.ts'

/** The label of each action. The timeline of an order has the same words: features/orders/audit-label-rules of the Worker. */
export const AUDIT_LABELS: Record<AuditAction, string> = {
  'account.delete': 'Account deleted by its owner',
  'payout-address.change': 'Payout address changed',
  'user.activate': 'Account activated',
  'user.deactivate': 'Account deactivated',
  'user.delete': 'Account deleted by an admin',
  'user.promote': 'Promoted to admin',
  'user.demote': 'Demoted to customer',
  'elevate-permissions': 'Made an admin with the key',
  'user.end-sessions': 'Sessions ended',
  'user.resend-verification': 'Verification sent again',
  'user.give-access': 'Access given by hand',
  'user.revoke-access': 'Access revoked',
  'user.note': 'Note added',
  'user.note-delete': 'Note deleted',
  'product.create': 'Product created',
  'product.update': 'Product updated',
  'product.price': 'Product price changed',
  'product.delete': 'Product deleted',
  'product.restore': 'Product restored',
  'product.image': 'Product image uploaded',
  'product.image-removed': 'Product image removed',
  'release.upload': 'Release uploaded',
  'release.update': 'Release updated',
  'release.publish': 'Release published',
  'release.yank': 'Release withdrawn',
  'release.restore': 'Release published again',
  'release.delete': 'Release deleted',
  'payment.check': 'Payment checked with the provider',
  'payment.complete': 'Payment completed',
  'payment.refund': 'Refund started',
  'refund.approve': 'Refund approved',
  'refund.decline': 'Refund declined',
  'subscription.cancel': 'Subscription cancelled at the end of its period',
  'subscription.resume': 'Subscription resumed',
  'subscription.end': 'Subscription ended at once',
  'coupon.create': 'Coupon created',
  'coupon.update': 'Coupon updated',
  'coupon.delete': 'Coupon deleted',
  'coupon.switch-off': 'Coupon switched off',
  'product.deliver': 'Product delivered by hand',
  'product.resend-email': 'Product email sent again',
  'mail.resend': 'Mail sent again',
  'emergency.issue': 'Emergency link issued',
  'emergency.revoke': 'Emergency link revoked',
  'recovery.run': 'Payment recovery run',
  'reconciliation.start': 'Reconciliation started',
  'finding.repair': 'Finding repaired',
  'finding.repaired': 'Finding closed as repaired',
  'finding.done': 'Finding closed by hand',
  'payouts.run': 'Payouts created',
  'payouts.paid': 'Payout marked as paid',
  'message.answer': 'Message answered',
  'message.close': 'Message closed',
  'message.reopen': 'Message reopened',
  'export.users': 'Users exported',
  'export.orders': 'Orders exported',
  'export.subscriptions': 'Subscriptions exported',
  'export.coupons': 'Coupons exported',
  'export.referrals': 'Referrals exported',
  'export.audit': 'Audit log exported',
  'export.stats': 'Statistics exported',
}

/**
 * The label of an action. One of an earlier version gets it from its name: `coupon.paint-red` is "Coupon: paint red".
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
