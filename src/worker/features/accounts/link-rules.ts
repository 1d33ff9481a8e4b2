import { DAY, HOUR } from '#shared/core/time.ts'
import type { AccountLinkPurpose } from '../email/account-mail-rules.ts'

/** How long a mailed link works. A reset link has the shorter lifetime, because it opens the account. */
export const LINK_LIFETIME_MS: Record<AccountLinkPurpose, number> = {
  verify_email: DAY,
  reset_password: HOUR,
}

export type LinkState = { usedAt: number | null; expiresAt: number }

export const isOpen = (link: LinkState, now: number): boolean => link.usedAt === null && link.expiresAt > now
