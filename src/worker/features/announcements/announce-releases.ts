import { commit, type Db } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { enqueueMails } from '../email/enqueue-mails.ts'
import { dispatchKeys } from '../notifications/dispatch-outbox.ts'
import { kindOf, progressOf } from './rules.ts'
import { findUnannounced, type News } from './store.ts'
import type { Portion } from './tell-portion.ts'
import { tellGuests, tellSubscribers, tellUsers } from './tell-portion.ts'
import { markAnnounced, moveCursor } from './writes.ts'

const PORTIONS_PER_RUN = 3

/**
 * Tells of published releases, oldest first, some portions at each run. What a portion owes and how far the telling has
 * come are written in one batch, under keys that exist once: a crash or a second sweep tells nobody twice. Returns how
 * many portions were told.
 */
export async function announceReleases(env: Env, db: Db, now: number): Promise<number> {
  for (let told = 0; told < PORTIONS_PER_RUN; told++) {
    const news = await findUnannounced(db, now)
    if (!news) return told
    const portion = await nextPortion(db, news, now)
    const progress = portion.next === null ? markAnnounced(db, news, now) : moveCursor(db, news, portion.next)
    await commit(db, [...portion.writes, progress])
    await enqueueMails(env, portion.mails)
    await dispatchKeys(env, db, portion.screens, now)
  }
  return PORTIONS_PER_RUN
}

function nextPortion(db: Db, news: News, now: number): Promise<Portion> {
  const { audience, after } = progressOf(news.cursor, kindOf(news))
  const tell = { users: tellUsers, subscribers: tellSubscribers, guests: tellGuests }[audience]
  return tell(db, news, after, now)
}
