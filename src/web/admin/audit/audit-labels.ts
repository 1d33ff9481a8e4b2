import { adminPath, FINDINGS_PATH, RECOVERY_PATH } from '../shell/admin-path.ts'

/** `coupon.switch-off` → "Coupon: switch off". */
export function sayAction(action: string): string {
  const [noun = '', verb] = action.replaceAll('-', ' ').split('.')
  const head = noun.charAt(0).toUpperCase() + noun.slice(1)
  return verb ? `${head}: ${verb}` : head
}

/** Where what an entry is about is seen; null where no screen shows it. */
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
