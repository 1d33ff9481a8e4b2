import { sql } from 'drizzle-orm'
import { accessTo, channelOf, includedRelease } from '#shared/access/rules.ts'
import { LIFETIME_ID, PREMIUM_ID } from '#shared/catalogue/contract.ts'
import type { UserMessage } from '#shared/notifications/contract.ts'
import { ownedProductLink } from '#shared/notifications/link-rules.ts'
import { emailKey } from '../../core/email-address.ts'
import { sha256Hex } from '../../core/tokens.ts'
import type { Db, Write } from '../../db/client.ts'
import { selectChannels, selectOwnedGrants, selectOwnedGrantsOf } from '../access/find-access.ts'
import type { MailToWrite } from '../email/mail-rules.ts'
import { queueMailOnce, queueMailUnlessDeleted } from '../email/writes.ts'
import { notification } from '../notifications/message-rules.ts'
import { enqueueUserMessagesOnce } from '../notifications/writes.ts'
import { channelsFor, cursorOf, kindOf, othersOf } from './rules.ts'
import { listGuests, listHolderIds, listSubscribers, listUserIds, type News, selectReaders } from './store.ts'

/** People notified in one batch. */
const PORTION = 80
const CHANGELOG_LENGTH = 2000

/** Writes for one portion of the audience, and the keys of their mails. `next`: the next cursor, null at the end. */
export type Portion = { writes: Write[]; mails: string[]; next: number | null }

/** Announces to accounts after this id: a new script to all, a new release to owners of the product or a plan. */
export async function announceToUsers(db: Db, news: News, after: number, now: number): Promise<Portion> {
  const kind = kindOf(news)
  const opening = [news.productId, PREMIUM_ID, LIFETIME_ID]
  const ids = (
    kind === 'new-script'
      ? await listUserIds(db, after, PORTION)
      : await listHolderIds(db, opening, after, PORTION)
  ).map(({ id }) => id)
  const portion: Portion = { writes: [], mails: [], next: ids.at(-1) ?? null }
  if (ids.length < PORTION) {
    portion.next = cursorOf({ audience: othersOf(kind), after: 0 })
  }
  const [readers, ownedGrants, choices] = await db.batch([
    selectReaders(db, ids),
    selectOwnedGrantsOf(db, ids, opening),
    selectChannels(db, ids, [news.productId]),
  ])
  for (const reader of readers) {
    const own = ownedGrants.filter(({ userId }) => userId === reader.id)
    const chosen = choices.filter(({ userId }) => userId === reader.id)
    const access = accessTo(news.productId, own, now)
    const channels = channelsFor(kind, reader, access, news, channelOf(chosen, news.productId))
    const key = `release:${news.id}:user:${reader.id}`
    if (channels.mail) {
      const mail =
        kind === 'new-script'
          ? newScript(news, { userId: reader.id }, channels.screens)
          : newRelease(news, { userId: reader.id })
      portion.writes.push(queueMailUnlessDeleted(db, { key, to: reader.email, userId: reader.id, mail, now }))
      portion.mails.push(key)
    }
    if (channels.screens) {
      const messages = [screenMessage(news, now)]
      portion.writes.push(enqueueUserMessagesOnce(db, { key, userId: reader.id, messages, now }))
    }
  }
  return portion
}

/** Announces to newsletter subscribers after this id. */
export async function announceToSubscribers(
  db: Db,
  news: News,
  after: number,
  now: number,
): Promise<Portion> {
  const readers = await listSubscribers(db, after, PORTION)
  const last = readers.at(-1)
  const portion: Portion = { writes: [], mails: [], next: null }
  if (last && readers.length === PORTION) portion.next = cursorOf({ audience: 'subscribers', after: last.id })
  for (const { id, email } of readers) {
    const key = `release:${news.id}:subscriber:${id}`
    const mail = newScript(news, { subscriberId: id }, false)
    portion.writes.push(queueMailOnce(db, { key, to: email, mail, now }))
    portion.mails.push(key)
  }
  return portion
}

/** Announces to guest buyers after this grant id. An address that bought twice gets one mail. */
export async function announceToGuests(db: Db, news: News, after: number, now: number): Promise<Portion> {
  const opening = [news.productId, PREMIUM_ID, LIFETIME_ID]
  const guests = await listGuests(db, opening, after, PORTION)
  const last = guests.at(-1)
  const portion: Portion = { writes: [], mails: [], next: null }
  if (!last) return portion
  if (guests.length === PORTION) portion.next = cursorOf({ audience: 'guests', after: last.id })
  const ids = guests.map(({ id }) => id)
  const ownedGrants = await selectOwnedGrants(db, sql`${ids}`)
  for (const { id, paymentId, email } of guests) {
    const own = ownedGrants.filter(({ grantId }) => grantId === id)
    const access = accessTo(news.productId, own, now)
    if (!access || !includedRelease(access, [news], 'stable')) continue
    const key = `release:${news.id}:guest:${await addressDigest(email)}`
    const mail = newRelease(news, { paymentId })
    portion.writes.push(queueMailOnce(db, { key, to: email, paymentId, mail, now }))
    portion.mails.push(key)
  }
  return portion
}

/** Used in mail keys, which stay when addresses are erased. */
export const addressDigest = async (email: string): Promise<string> =>
  (await sha256Hex(emailKey(email))).slice(0, 32)

const released = ({ productId, productName, slug, version }: News) => ({
  productId,
  productName,
  slug,
  version,
})

const newScript = (
  news: News,
  reader: { userId: number } | { subscriberId: number },
  included: boolean,
): MailToWrite => {
  const { description, priceCents } = news
  return { template: 'new-script', data: { ...released(news), description, priceCents, included, reader } }
}

const newRelease = (news: News, reader: { userId: number } | { paymentId: number }): MailToWrite => {
  const changelog = news.changelog.slice(0, CHANGELOG_LENGTH)
  const ids = { userId: null, paymentId: null, ...reader }
  const riskier = news.riskier ?? []
  const { isBeta, isSecurityUpdate } = news
  return {
    template: 'new-release',
    data: { ...released(news), changelog, riskier, isBeta, isSecurityUpdate, ...ids },
  }
}

const titleOf = ({ isBeta, isSecurityUpdate }: News): string =>
  isSecurityUpdate ? 'Security update' : isBeta ? 'New beta version' : 'New release'

function screenMessage(news: News, now: number): UserMessage {
  const data = {
    id: `release-${news.id}`,
    type: 'info' as const,
    title: titleOf(news),
    message: `${news.productName} ${news.version} is ready to download.`,
    downloadUrl: `/api/download/file/${news.productId}`,
    link: ownedProductLink(news.productId),
  }
  return notification(data, now)
}
