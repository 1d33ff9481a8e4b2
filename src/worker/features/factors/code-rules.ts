import { createTOTPKeyURI, verifyHOTP } from '@oslojs/otp'
import { SECOND } from '#shared/core/time.ts'

const STEP_SECONDS = 30
const DIGITS = 6
/** One step before and after the present one: clocks of phones differ, and typing takes time. */
const STEPS_AROUND = 1

/** The length that RFC 4226 recommends. */
export const APP_SECRET_BYTES = 20

/** The address behind the QR code, and the secret in base32 for typing. */
export function appSetup(secret: Uint8Array, username: string): { uri: string; secret: string } {
  const uri = createTOTPKeyURI('Windfall', username, secret, STEP_SECONDS, DIGITS)
  return { uri, secret: new URL(uri).searchParams.get('secret') ?? '' }
}

/** The time step that this code belongs to, of those after `lastStep`; null: the code is wrong or was used. */
export function stepOf(secret: Uint8Array, code: string, lastStep: number, now: number): number | null {
  const present = Math.floor(now / (STEP_SECONDS * SECOND))
  for (let step = present - STEPS_AROUND; step <= present + STEPS_AROUND; step++) {
    if (step > lastStep && verifyHOTP(secret, BigInt(step), DIGITS, code)) return step
  }
  return null
}

export const RECOVERY_CODES = 10
const CODE_LENGTH = 16
/** Without 0, 1, I and O, which look alike: 32 characters, 80 bits in a code. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A new recovery code without its dashes. */
export const newRecoveryCode = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(CODE_LENGTH)), (byte) => ALPHABET[byte % 32]).join('')

/** `ABCD-EFGH-JKLM-NPQR`, as it is shown. */
export const writtenCode = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code
