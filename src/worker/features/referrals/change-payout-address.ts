import type { PayoutAddress } from '#shared/referrals/contract.ts'
import { ADDRESS_WAIT_MS, maskAddress } from '#shared/referrals/rules.ts'
import { refusedBy } from '../../db/client.ts'
import type { Viewer } from '../../http/app-env.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { checkOwnPassword } from '../accounts/check-password.ts'
import { limitMailsOf } from '../accounts/limits.ts'
import { wrongPassword } from '../accounts/refusals.ts'
import { queueMail } from '../email/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { enqueueEmail } from '../notifications/writes.ts'
import { movePayouts } from './writes.ts'

/**
 * Changes the address that commissions are paid to. The change redirects money, so it needs the password, and the owner
 * is notified by mail of the old and the new one. A changed address waits before it is paid to. Returns the masked address. The present address changes nothing.
 * @throws Problem 422 where the password is wrong, 429 after too many attempts
 */
export async function changePayoutAddress(
  deps: CoreDeps,
  viewer: Viewer,
  { address, password }: PayoutAddress,
  ip: string | null,
  now: number,
): Promise<string> {
  const { db, env } = deps
  const account = await checkOwnPassword(deps, viewer, password)
  const after = maskAddress(address)
  if (account.payoutAddress === address) return after
  await limitMailsOf(env, account.id)
  const key = `payout-address:${crypto.randomUUID()}`
  const before = account.payoutAddress === null ? null : maskAddress(account.payoutAddress)
  const paidFrom = before === null ? null : now + ADDRESS_WAIT_MS
  const owner = { id: account.id, checkedHash: account.password }
  const data = { username: account.username, before, paidFrom, address: after, changedAt: now }
  const mail = { template: 'payout-address-changed' as const, data }
  try {
    const writes = [
      ...movePayouts(db, owner, { address, before, after }, { ip, now }),
      queueMail(db, { key, to: account.email, userId: account.id, mail, now }),
      enqueueEmail(db, { key, deliveryKey: key, now }),
    ]
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    // The password was changed a moment ago, on another device.
    if (refusedBy(error, 'audit_log', 'action')) throw wrongPassword()
    throw error
  }
  return after
}
