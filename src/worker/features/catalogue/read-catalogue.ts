import type { Context, TypedResponse } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { sendKept, toKept } from '../../http/kept-answers.ts'
import { seenRevision } from '../../http/seen-revision.ts'
import type { Catalogue } from './catalogue.ts'
import { catalogueMemory, type Snapshot } from './catalogue-memory.ts'

/** What this request may see of the catalogue. @throws Problem 503 as `CatalogueMemory.read` */
const snapshotFor = (c: Context<AppEnv>, now: number): Promise<Snapshot> =>
  catalogueMemory(c.env.DB).read({
    now,
    later: (work) => c.executionCtx.waitUntil(work),
    atLeast: seenRevision(c.req.raw),
  })

/** The public catalogue, from memory. Never for a price that is charged. @throws Problem 503 it cannot be read */
export const catalogueFor = async (c: Context<AppEnv>): Promise<Catalogue> =>
  (await snapshotFor(c, Date.now())).catalogue

/** As `CatalogueMemory.staleSeconds`, after a try to read the catalogue again. */
export async function catalogueStaleSeconds(c: Context<AppEnv>): Promise<number | null> {
  const now = Date.now()
  await snapshotFor(c, now).catch(() => undefined)
  return catalogueMemory(c.env.DB).staleSeconds(now)
}

/**
 * The JSON that `make` returns. Its bytes are kept for this address until the catalogue changes, and serve every reader.
 * @throws Problem 503 the catalogue cannot be read; what `make` throws
 */
export async function answerFromCatalogue<Body>(
  c: Context<AppEnv>,
  make: (catalogue: Catalogue) => Body,
): Promise<Response & TypedResponse<Body, 200, 'json'>> {
  const now = Date.now()
  const snapshot = await snapshotFor(c, now)
  const { pathname, search } = new URL(c.req.url)
  const key = pathname + search
  let kept = snapshot.answers.get(key)
  if (!kept) {
    kept = await toKept(JSON.stringify(make(snapshot.catalogue)), { 'Content-Type': 'application/json' })
    snapshot.answers.keep(key, kept)
  }
  const ageSeconds = catalogueMemory(c.env.DB).staleSeconds(now) ?? 0
  return sendKept(c.req.raw, kept, ageSeconds) as Response & TypedResponse<Body, 200, 'json'>
}
