import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { Downloader } from '#shared/recalls/contract.ts'
import { emailKey } from '../../core/email-address.ts'
import type { Db } from '../../db/client.ts'
import { addressDigest } from '../announcements/announce-portion.ts'
import { noticeMailKey } from '../announcements/rules.ts'
import { listDownloaders, selectWindowEnd } from '../releases/downloaders.ts'
import { notWithdrawn } from './read-withdrawal.ts'
import {
  type NoticeMailRow,
  selectEarlier,
  selectMails,
  selectMailsOf,
  selectReceipts,
  selectWithdrawn,
} from './store.ts'

export type PeoplePage = { rows: Downloader[]; nextCursor: number | null }

/** A row of `listDownloaders`. */
type Found = Awaited<ReturnType<typeof listDownloaders>>[number]

/**
 * The people who downloaded a withdrawn release, each once, by their first download, with the mails of the notice.
 * `after`: the last download of the page before. A page may have fewer rows than `limit`, also where a next one
 * follows. Users of emergency links are unknown and absent. Two round trips. @throws Problem 404
 */
export async function listPeople(
  db: Db,
  releaseId: number,
  { after, limit }: { after: number; limit: number },
): Promise<PeoplePage> {
  const release = { id: releaseId }
  const [[withdrawn], found, [window]] = await db.batch([
    selectWithdrawn(db, releaseId),
    listDownloaders(db, release, after, limit + 1),
    selectWindowEnd(db, release, after, limit + 1),
  ])
  if (!withdrawn) throw notWithdrawn()
  const page = found.slice(0, limit)
  const following = found[limit]
  const nextCursor = following ? following.firstId - 1 : window?.isFull ? window.lastId : null
  const notice = { id: releaseId, yankedAt: withdrawn.withdrawnAt }
  const userIds = [...new Set(page.flatMap(({ userId }) => userId ?? []))]
  const keys = await Promise.all(page.map((one) => mailKeysOf(notice, one)))
  const [byKey, byUser, receipts, earlier] = await db.batch([
    selectMails(db, keys.flat()),
    selectMailsOf(db, userIds, noticeMailKey(notice, '')),
    selectReceipts(db, releaseId, userIds),
    selectEarlier(db, releaseId, userIds, after),
  ])
  const seenAt = new Map(receipts.map((one) => [one.userId, one.seenAt]))
  const isEarlier = new Set(earlier.map(({ id }) => id))
  const rows = new Map<string, Downloader>()
  for (const [at, one] of page.entries()) {
    if (one.userId === null && one.paymentId === null) continue
    if (one.userId !== null && isEarlier.has(one.userId)) continue
    const key = one.userId === null ? `payment ${one.paymentId}` : `user ${one.userId}`
    const mails = [
      ...byKey.filter((mail) => keys[at]?.includes(mail.key)),
      ...byUser.filter(({ userId }) => userId === one.userId),
    ]
    const known = rows.get(key)
    rows.set(key, toDownloader(one, known, mails, seenAt.get(one.userId ?? 0) ?? null))
  }
  return { rows: [...rows.values()], nextCursor }
}

const mailKeysOf = (notice: { id: number; yankedAt: number }, { email, linkEmail }: Found) =>
  Promise.all(
    [email, linkEmail]
      .filter((address) => address !== null)
      .map(async (address) => noticeMailKey(notice, await addressDigest(address))),
  )

/** An account that also used the link of a purchase is two rows of the log, and one person. */
function toDownloader(
  { firstId, userId, username, paymentId, email, firstDownloadAt }: Found,
  known: Downloader | undefined,
  mails: readonly NoticeMailRow[],
  seenAt: number | null,
): Downloader {
  const all = new Map(known?.mails.map((mail) => [emailKey(mail.to), mail]))
  for (const { to, status, outcome } of mails) all.set(emailKey(to), { to, status, outcome })
  return {
    id: known?.id ?? firstId,
    user: userId === null ? null : { id: userId, name: username },
    paymentId: known?.paymentId ?? paymentId,
    email,
    firstDownloadAt: known?.firstDownloadAt ?? toIso(firstDownloadAt),
    mails: [...all.values()],
    seenAt: toIsoOrNull(seenAt),
  }
}
