import { commit, type Db, type Write } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { enqueueMails } from '../email/enqueue-mails.ts'
import { dispatchKeys } from '../notifications/dispatch-outbox.ts'
import type { Portion } from './announce-portion.ts'
import { announceToGuests, announceToSubscribers, announceToUsers } from './announce-portion.ts'
import { recallDownloaders, recallRecipients } from './recall-portion.ts'
import { kindOf, LATE_DOWNLOADS_MS, othersOf, progressOf } from './rules.ts'
import { findUnannounced, findUnrecalled } from './store.ts'
import { markAnnounced, markRecalled, moveCursor, moveRecall } from './writes.ts'

const PORTIONS_PER_RUN = 3

/**
 * Tells of withdrawn and of published releases, oldest first, some portions at each run. The mails of a portion and how far
 * it came are written in one batch, under keys that exist once: a crash or a second sweep tells nobody
 * twice. Recalls go first. Returns how many portions were told.
 */
export async function announceReleases(env: Env, db: Db, now: number): Promise<number> {
  for (let told = 0; told < PORTIONS_PER_RUN; told++) {
    const telling = (await nextOfRecall(db, now)) ?? (await nextOfNews(db, now))
    if (!telling) return told
    const { portion, progress } = telling
    await commit(db, [...portion.writes, progress])
    await enqueueMails(env, portion.mails)
    await dispatchKeys(env, db, portion.screens, now)
  }
  return PORTIONS_PER_RUN
}

type Telling = { portion: Portion; progress: Write }

async function nextOfNews(db: Db, now: number): Promise<Telling | null> {
  const news = await findUnannounced(db, now)
  if (!news) return null
  const { audience, after } = progressOf(news.cursor, othersOf(kindOf(news)))
  const tell = { users: announceToUsers, subscribers: announceToSubscribers, guests: announceToGuests }[
    audience
  ]
  const portion = await tell(db, news, after, now)
  const progress = portion.next === null ? markAnnounced(db, news, now) : moveCursor(db, news, portion.next)
  return { portion, progress }
}

async function nextOfRecall(db: Db, now: number): Promise<Telling | null> {
  const recall = await findUnrecalled(db, now - LATE_DOWNLOADS_MS)
  if (!recall) return null
  const { audience, after } = progressOf(recall.cursor, 'recipients')
  const tell = { users: recallDownloaders, recipients: recallRecipients }[audience]
  const portion = await tell(db, recall, after, now)
  const progress =
    portion.next === null ? markRecalled(db, recall, now) : moveRecall(db, recall, portion.next)
  return { portion, progress }
}
