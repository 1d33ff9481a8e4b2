/**
 * review: a person decides · approved: decided, the provider is to be told · pending: the provider works on it ·
 * succeeded, failed, declined: final.
 */
export const REFUND_STATUSES = ['review', 'approved', 'pending', 'succeeded', 'failed', 'declined'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

export const REFUND_ASKERS = ['customer', 'admin'] as const
