/** The versions of each document that customers agree to, newest first. Each has a page of its own, which stays. */
export const LEGAL_VERSIONS = {
  terms: ['2026-11-28', '2026-11-25'],
  privacy: ['2026-11-28', '2026-11-25'],
  'refund-policy': ['2026-11-28', '2026-11-25'],
} as const

export type LegalDocument = keyof typeof LEGAL_VERSIONS

/** The version of the terms that somebody accepts now. It is stored with an order and with a registration. */
export const TERMS_VERSION = LEGAL_VERSIONS.terms[0]
