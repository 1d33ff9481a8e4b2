/** What uniqueness and login compare of a username or email address: case and look-alike encodings are folded. */
export const loginKey = (name: string): string => name.trim().normalize('NFKC').toLowerCase()

/** Letters and digits without look-alikes. */
export const REFERRAL_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const REFERRAL_CODE_LENGTH = 8

/** The address that brings a visitor along under this code. */
export const referralUrl = (publicUrl: string, code: string): string => `${publicUrl}/?ref=${code}`

/** A referral code as it stands in the table, or null where the text cannot be one. */
export function readReferralCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  const known = [...code].every((letter) => REFERRAL_ALPHABET.includes(letter))
  return code.length === REFERRAL_CODE_LENGTH && known ? code : null
}
