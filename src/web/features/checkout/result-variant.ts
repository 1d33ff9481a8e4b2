/** The two addresses a provider may send a buyer back to; they differ in words and pace. */
export type ResultVariant = { title: string; seconds: number; goLabel: string }

export function resultVariant(pathname: string): ResultVariant {
  return pathname.startsWith('/payment/')
    ? { title: 'Payment Received', seconds: 2, goLabel: 'Go to Dashboard Now' }
    : { title: 'Payment Successful!', seconds: 3, goLabel: 'Go to dashboard now' }
}

export const DASHBOARD_AFTER_PAYMENT = '/dashboard?payment=complete'
