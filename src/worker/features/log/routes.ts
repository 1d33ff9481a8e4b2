import { Hono } from 'hono'
import { verifierKey } from '#shared/log/checkpoint-rules.ts'
import { readTilePath } from '#shared/log/tile-path-rules.ts'
import { Problem } from '../../core/problem.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { logKeyOf } from '../../providers/log-key.ts'
import { placeIn, proveConsistency, proveInclusion, readLastCheckpoint, readTile } from './read-log.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Readers of the log poll it: a few seconds are enough for a cache. */
const BRIEFLY = 'public, max-age=5'

/** The public log as files, for programs: a tiled log (c2sp.org/tlog-tiles). */
export const logRoutes = new Hono<AppEnv>()
  .get('/checkpoint', async (c) => {
    const { note } = await readLastCheckpoint(c.get('db'))
    return c.text(note, 200, { 'Cache-Control': BRIEFLY })
  })

  .get('/vkey', async (c) => c.text(`${await verifierKey(await logKeyOf(c.get('config')))}\n`))

  .get('/tile/*', async (c) => {
    const tile = readTilePath(c.req.path.slice('/log/tile/'.length))
    if (!tile) throw new Problem(404, 'The log has no such tile.')
    const bytes = await readTile(c.get('db'), tile)
    return c.body(bytes, 200, { 'Content-Type': 'application/octet-stream', 'Cache-Control': IMMUTABLE })
  })

  .get('/consistency/:old/:size', async (c) => {
    const { old, size } = c.req.param()
    const proof = await proveConsistency(c.get('db'), placeIn(old), placeIn(size))
    return c.text(proof, 200, { 'Cache-Control': IMMUTABLE })
  })

  .get('/proof/:index', async (c) => {
    const proof = await proveInclusion(c.get('db'), placeIn(c.req.param('index')))
    return c.text(proof, 200, { 'Cache-Control': BRIEFLY })
  })
