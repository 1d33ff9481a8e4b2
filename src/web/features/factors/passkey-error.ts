import { reasonOf } from '../../lib/api.ts'

/** The browser has used or created no passkey. `message` is a sentence for the user. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
}

/** The text to show for a failed call that may have asked for a passkey. */
export const factorReason = (error: unknown, fallback: string): string =>
  error instanceof PasskeyError ? error.message : reasonOf(error, fallback)
