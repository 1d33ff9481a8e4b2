import { DAY } from '#shared/core/time.ts'

/** The right of withdrawal: the time after a payment in which a consumer may end the contract without a reason. */
export const WITHDRAWAL_MS = 14 * DAY

/**
 * The texts that a buyer of a download was asked to tick, by version; the last one is the present one. A text never
 * changes: another text is another version, and orders keep the version that was ticked.
 */
export const DELIVERY_CONSENTS = {
  '2026-11':
    'I want the file right away and know that I lose my right of withdrawal once the download begins.',
} as const
export type DeliveryConsentVersion = keyof typeof DELIVERY_CONSENTS

export const PRESENT_CONSENT: DeliveryConsentVersion = '2026-11'

/** The ticked text of this version; null where no text has it. */
export const consentText = (version: string): string | null =>
  Object.hasOwn(DELIVERY_CONSENTS, version) ? DELIVERY_CONSENTS[version as DeliveryConsentVersion] : null
