/** Time plus random text: names one attempt to pay, so that sending it twice opens one payment. */
export const newClientPaymentId = (now: number): string => `${now.toString(36)}-${crypto.randomUUID()}`
