/** The variant of a result page. The two addresses that a provider redirects to differ in texts and delays. */
export type ResultVariant = {
  title: string
  /** The delay before the dashboard opens. */
  seconds: number
  goLabel: string
  /** Paid in crypto: the product is emailed after the blockchain's confirmation. */
  crypto: boolean
  /** The minimum time, in milliseconds, for which the page shows 'Verifying Payment...'. */
  verifyMs: number
}

/** The time that 'Verifying Payment...' is shown before a crypto payment's result, in milliseconds. */
const VERIFY_MS = 1500

export function resultVariant(pathname: string, source: string | null): ResultVariant {
  const crypto = source === 'crypto' || source === 'coinbase'
  if (pathname.startsWith('/payment/')) {
    return { title: 'Payment Received', seconds: 2, goLabel: 'Go to Dashboard Now', crypto, verifyMs: 0 }
  }
  return {
    title: 'Payment Successful!',
    seconds: crypto ? 2 : 3,
    goLabel: 'Go to dashboard now',
    crypto,
    verifyMs: crypto ? VERIFY_MS : 0,
  }
}

export const DASHBOARD_AFTER_PAYMENT = '/dashboard?payment=complete'
