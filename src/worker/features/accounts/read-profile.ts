import type { Profile } from '#shared/accounts/contract.ts'
import { referralUrl } from '#shared/accounts/referral-code.ts'
import { toIso } from '#shared/core/time.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import type { Config } from '../../providers/config.ts'
import { findAccount } from './store.ts'

/** @throws Problem 401 where there is no such account */
export async function readProfile(db: Db, config: Config, userId: number, now: number): Promise<Profile> {
  const found = await findAccount(db, userId, now)
  if (!found) throw new Problem(401, 'Please log in to continue.')
  const { account, pendingEmail, emailProblem } = found
  // After a complaint, announcements that the user turned on again are sent, so no problem is shown.
  const wantsNews = account.emailNotifications || account.promotionalEmails || account.newAirdrops
  return {
    username: account.username,
    email: account.email,
    emailVerified: account.emailVerifiedAt !== null,
    emailProblem: emailProblem?.reason === 'complained' && wantsNews ? null : emailProblem,
    pendingEmail,
    createdAt: toIso(account.createdAt),
    referralCode: account.referralCode,
    referralUrl: referralUrl(config.publicUrl, account.referralCode),
    notification_preferences: {
      emailNotifications: account.emailNotifications,
      promotionalEmails: account.promotionalEmails,
      newAirdrops: account.newAirdrops,
    },
  }
}
