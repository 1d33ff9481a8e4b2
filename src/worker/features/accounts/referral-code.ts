import { REFERRAL_ALPHABET, REFERRAL_CODE_LENGTH } from '#shared/accounts/referral-code.ts'

/** 8 characters without look-alikes (40 bits): the specification's referral code length. */
export function randomReferralCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(REFERRAL_CODE_LENGTH))
  return Array.from(bytes, (byte) => REFERRAL_ALPHABET[byte % REFERRAL_ALPHABET.length]).join('')
}
