/** An idempotency key for one attempt to pay: the time plus a random text. Sending it twice opens one payment. */
export const newClientPaymentId = (now: number): string => `${now.toString(36)}-${crypto.randomUUID()}`
