/** Letters and digits, without look-alikes such as O and 0. */
export const REFERRAL_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const REFERRAL_CODE_LENGTH = 8

/** The link that refers a visitor with this code. */
export const referralUrl = (publicUrl: string, code: string): string => `${publicUrl}/?ref=${code}`

/** A referral code as the table stores it, or null where the text cannot be a code. */
export function readReferralCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  const known = [...code].every((letter) => REFERRAL_ALPHABET.includes(letter))
  return code.length === REFERRAL_CODE_LENGTH && known ? code : null
}
