import type { MiddlewareHandler } from 'hono'
import { logError } from '../../core/log-error.ts'
import { readCatalogueRevision } from '../../db/catalogue-revision.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { SAFE_METHODS } from '../../http/safe-methods.ts'
import { setSeenRevision } from '../../http/seen-revision.ts'
import { catalogueMemory } from './catalogue-memory.ts'

/**
 * After a change below one of these paths that succeeded, this isolate reads the catalogue again before its next answer,
 * and the browser that made the change gets no earlier revision from any other isolate. One round trip.
 */
export function showOwnChange(below: readonly string[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    if (SAFE_METHODS.has(c.req.method) || c.res.status >= 400) return
    if (!below.some((path) => c.req.path.startsWith(path))) return
    catalogueMemory(c.env.DB).outdate()
    // The change has succeeded, whatever happens here, and within seconds it is shown without the cookie too.
    const revision = await readCatalogueRevision(c.get('db')).catch((error: unknown) =>
      logError('show-own-change', { error }),
    )
    if (revision !== undefined) setSeenRevision(c, revision)
  }
}
