import { sql } from 'drizzle-orm'
import type { Channel } from '#shared/access/contract.ts'
import { accessTo, channelOf, includedRelease, type OwnedGrant } from '#shared/access/rules.ts'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import { WITHDRAWAL_NOTICE } from '#shared/email/outcome-rules.ts'
import type { UserMessage } from '#shared/notifications/contract.ts'
import { ownedProductLink } from '#shared/notifications/link-rules.ts'
import { RECALL_NOTIFICATION } from '#shared/recalls/contract.ts'
import { emailKey } from '../../core/email-address.ts'
import type { Db } from '../../db/client.ts'
import { selectChannels, selectOwnedGrants, selectOwnedGrantsOf } from '../access/find-access.ts'
import { selectReleases } from '../catalogue/read-products.ts'
import { queueMailUnlessDeleted } from '../email/writes.ts'
import { notification } from '../notifications/message-rules.ts'
import { enqueueUserMessagesOnce } from '../notifications/writes.ts'
import { listDownloaders, listRecipients, selectWindowEnd } from '../releases/downloaders.ts'
import { addressDigest, type Portion } from './announce-portion.ts'
import { cursorOf, LATE_DOWNLOADS_MS, noticeKey, noticeMailKey } from './rules.ts'
import type { Withdrawal } from './store.ts'

/** People notified in one batch. Each may get two mails and a live notification. */
const PORTION = 50

type Reader = { email: string; userId: number | null; paymentId: number | null; goodVersion: string | null }

/** Notifies everyone who downloaded the release, after this download: one mail per address, one live notification. */
export async function noticeToDownloaders(
  db: Db,
  withdrawal: Withdrawal,
  after: number,
  now: number,
): Promise<Portion> {
  const [people, [window]] = await db.batch([
    listDownloaders(db, withdrawal, after, PORTION + 1),
    selectWindowEnd(db, withdrawal, after, PORTION + 1),
  ])
  const [found, following] = [people.slice(0, PORTION), people[PORTION]]
  const portion: Portion = { writes: [], mails: [], next: after }
  if (following) portion.next = following.firstId - 1
  else if (!window?.isFull && withdrawal.yankedAt <= now - LATE_DOWNLOADS_MS)
    portion.next = cursorOf({ audience: 'recipients', after: 0 })
  else portion.next = window?.lastId ?? after
  const opening = [withdrawal.scriptId, PREMIUM_ID, LIFETIME_ID]
  const userIds = [...new Set(found.flatMap(({ userId }) => userId ?? []))]
  const grantIds = [...new Set(found.flatMap(({ grantId }) => grantId ?? []))]
  const [releases, ofUsers, ofGrants, choices] = await db.batch([
    selectReleases(db, [withdrawal.scriptId], now),
    selectOwnedGrantsOf(db, userIds, opening),
    selectOwnedGrants(db, sql`${grantIds}`),
    selectChannels(db, userIds, [withdrawal.scriptId]),
  ])
  const goodVersion = (ownedGrants: OwnedGrant[], channel: Channel) => {
    const access = accessTo(withdrawal.scriptId, ownedGrants, now)
    return access === null ? null : (includedRelease(access, releases, channel)?.version ?? null)
  }
  const readers = new Map<string, Reader>()
  /** An address with two purchases of the file is offered the good version that either of them opens. */
  const note = (reader: Reader) => {
    const known = readers.get(emailKey(reader.email))
    if (!known || rankOf(reader) > rankOf(known)) readers.set(emailKey(reader.email), reader)
  }
  const screens = new Map<number, string | null>()
  for (const { userId, paymentId, grantId, email, linkEmail } of found) {
    if (email === null) continue
    if (userId !== null) {
      const chosen = choices.filter((one) => one.userId === userId)
      const version = goodVersion(
        ofUsers.filter((one) => one.userId === userId),
        channelOf(chosen, withdrawal.scriptId),
      )
      screens.set(userId, version)
      note({ email, userId, paymentId: null, goodVersion: version })
    }
    const guest = userId === null ? email : linkEmail
    if (guest === null) continue
    const version = goodVersion(
      ofGrants.filter((one) => one.grantId === grantId),
      'stable',
    )
    note({ email: guest, userId: null, paymentId, goodVersion: version })
  }
  for (const reader of readers.values()) await addMail(db, portion, withdrawal, reader, now)
  for (const [userId, version] of screens) {
    const key = `${noticeKey(withdrawal)}:user:${userId}`
    const messages = [screenMessage(withdrawal, version, now)]
    portion.writes.push(enqueueUserMessagesOnce(db, { key, userId, messages, now }))
  }
  return portion
}

const rankOf = ({ userId, goodVersion }: Reader) => (goodVersion === null ? 0 : 2) + (userId === null ? 0 : 1)

/** Notifies the addresses to which an owner's link to the file was mailed, after this mail. */
export async function noticeToRecipients(
  db: Db,
  withdrawal: Withdrawal,
  after: number,
  now: number,
): Promise<Portion> {
  const found = await listRecipients(db, withdrawal, after, PORTION)
  const last = found.at(-1)
  const portion: Portion = { writes: [], mails: [], next: null }
  if (last && found.length === PORTION) portion.next = cursorOf({ audience: 'recipients', after: last.id })
  const readers = new Map(found.map(({ email }) => [emailKey(email), email]))
  for (const email of readers.values())
    await addMail(db, portion, withdrawal, { email, userId: null, paymentId: null, goodVersion: null }, now)
  return portion
}

async function addMail(
  db: Db,
  portion: Portion,
  withdrawal: Withdrawal,
  reader: Reader,
  now: number,
): Promise<void> {
  const key = noticeMailKey(withdrawal, await addressDigest(reader.email))
  const {
    scriptId: productId,
    productName,
    slug,
    version,
    reason,
    advice,
    yankedAt: withdrawnAt,
  } = withdrawal
  const { email: to, ...about } = reader
  const data = { productId, productName, slug, version, reason, advice, withdrawnAt, ...about }
  const { userId, paymentId } = about
  const mail = { template: WITHDRAWAL_NOTICE, data } as const
  const order = { key, to, userId, mail, now, ...(paymentId !== null && { paymentId }) }
  portion.writes.push(queueMailUnlessDeleted(db, order))
  portion.mails.push(key)
}

/** People often leave out the last full stop. */
const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

function screenMessage(withdrawal: Withdrawal, goodVersion: string | null, now: number): UserMessage {
  const { id, scriptId, productName, version, reason, advice, yankedAt } = withdrawal
  // Without its number: it may be withdrawn as well while this stands on a screen. The button has the newest one.
  const instead = goodVersion === null ? '' : ' Download the current version instead.'
  const text =
    advice === null
      ? `We no longer offer ${productName} ${version}.${instead} Reason: ${ended(reason)}`
      : `Do not run ${productName} ${version}. What to do: ${ended(advice)}${instead} Reason: ${ended(reason)}`
  const data = {
    id: `${RECALL_NOTIFICATION}${id}-${yankedAt}`,
    type: 'warning' as const,
    title: advice === null ? 'Version withdrawn' : 'Version recalled',
    message: text,
    link: ownedProductLink(scriptId),
    ...(goodVersion !== null && { downloadUrl: `/api/download/file/${scriptId}` }),
  }
  return notification(data, now)
}
