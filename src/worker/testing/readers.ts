import { env } from 'cloudflare:workers'
import { aUser, type SignedIn } from './clients.ts'

export type Wishes = {
  verified?: boolean
  emailNotifications?: boolean
  promotionalEmails?: boolean
  newAirdrops?: boolean
}

/** An account whose address is proved and whose switches are all on, but for what is wished otherwise. */
export async function aReader(wishes: Wishes = {}): Promise<SignedIn> {
  const user = await aUser()
  const { verified = true, emailNotifications = true, promotionalEmails = true, newAirdrops = true } = wishes
  await env.DB.prepare(
    'UPDATE users SET email_verified_at = ?, email_notifications = ?, promotional_emails = ?, new_airdrops = ? WHERE id = ?',
  )
    .bind(verified ? 1 : null, +emailNotifications, +promotionalEmails, +newAirdrops, user.id)
    .run()
  return user
}

/** Mails owed to this address, whatever has become of them. */
export async function owedTo(address: string, template = '%') {
  const { results } = await env.DB.prepare(
    'SELECT key, template, status FROM email_deliveries WHERE to_address = ? AND template LIKE ? ORDER BY id',
  )
    .bind(address, template)
    .all<{ key: string; template: string; status: string }>()
  return results
}
