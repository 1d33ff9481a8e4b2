import type { Db, Write } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { enqueueMails } from '../email/enqueue-mails.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import type { Portion } from './announce-portion.ts'
import { announceToGuests, announceToSubscribers, announceToUsers } from './announce-portion.ts'
import { kindOf, LATE_DOWNLOADS_MS, othersOf, progressOf } from './rules.ts'
import { findUnannounced, findUnnotified } from './store.ts'
import { noticeToDownloaders, noticeToRecipients } from './withdrawal-portion.ts'
import { markAnnounced, markNotified, moveCursor, moveNotice } from './writes.ts'

const PORTIONS_PER_RUN = 3

/**
 * Announces withdrawn and published releases, oldest first, a few portions in each run. Withdrawals go first. One batch
 * writes the mails of a portion and the new cursor, under unique keys, so that a crash or a second sweep notifies
 * nobody twice. Returns the number of portions written.
 */
export async function announceReleases(env: Env, db: Db, now: number): Promise<number> {
  for (let portions = 0; portions < PORTIONS_PER_RUN; portions++) {
    const step = (await nextOfNotice(db, now)) ?? (await nextOfNews(db, now))
    if (!step) return portions
    await take(env, db, step, now)
  }
  return PORTIONS_PER_RUN
}

/** Portions of one queue message. Each takes less than a second. */
const PORTIONS_PER_MESSAGE = 10

/**
 * Sends the notices about withdrawn releases now, without waiting for the sweep. Returns whether no portion is left.
 * The sweep ends them: a download that was under way at the withdrawal is logged afterwards.
 */
export async function notifyDownloaders(env: Env, db: Db, now: number): Promise<boolean> {
  for (let portions = 0; portions < PORTIONS_PER_MESSAGE; portions++) {
    const step = await nextOfNotice(db, now)
    if (!step) return true
    await take(env, db, step, now)
  }
  return false
}

async function take(env: Env, db: Db, { portion, progress }: Step, now: number): Promise<void> {
  await commitAndDispatch({ env, db }, [...portion.writes, progress], now)
  await enqueueMails(env, portion.mails)
}

type Step = { portion: Portion; progress: Write }

async function nextOfNews(db: Db, now: number): Promise<Step | null> {
  const news = await findUnannounced(db, now)
  if (!news) return null
  const { audience, after } = progressOf(news.cursor, othersOf(kindOf(news)))
  const announce = { users: announceToUsers, subscribers: announceToSubscribers, guests: announceToGuests }[
    audience
  ]
  const portion = await announce(db, news, after, now)
  const progress = portion.next === null ? markAnnounced(db, news, now) : moveCursor(db, news, portion.next)
  return { portion, progress }
}

async function nextOfNotice(db: Db, now: number): Promise<Step | null> {
  const withdrawal = await findUnnotified(db, now - LATE_DOWNLOADS_MS)
  if (!withdrawal) return null
  const { audience, after } = progressOf(withdrawal.cursor, 'recipients')
  const announce = { users: noticeToDownloaders, recipients: noticeToRecipients }[audience]
  const portion = await announce(db, withdrawal, after, now)
  const progress =
    portion.next === null ? markNotified(db, withdrawal, now) : moveNotice(db, withdrawal, portion.next)
  return { portion, progress }
}
