/** The two addresses a provider may send a buyer back to; they differ in texts and pace. */
export type ResultVariant = {
  title: string
  /** Until the dashboard opens. */
  seconds: number
  goLabel: string
  /** A blockchain confirms: the product comes by email after that. */
  crypto: boolean
  /** For how long the page says that it verifies, whatever is known already. */
  verifyMs: number
}

/** How long 'Verifying Payment...' is shown before a crypto payment's answer. */
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
