import { HOUR } from '#shared/core/time.ts'
import type { Db } from '../../db/client.ts'
import type { Env } from '../../providers/env.ts'
import { discardObjects } from './discard-objects.ts'
import { listAbandoned } from './store.ts'

const PORTION = 50

/** Deletes the objects of uploads that began an hour ago and never finished. Returns the number of objects. */
export const sweepUploads = async (env: Env, db: Db, now: number): Promise<number> =>
  discardObjects(env, db, await listAbandoned(db, now - HOUR, PORTION))
