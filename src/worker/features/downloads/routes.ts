import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { Problem } from '../../core/problem.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp } from '../../http/client-ip.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { validate } from '../../http/validate.ts'
import { requireViewer } from '../../http/viewer.ts'
import { fileVault } from '../../providers/file-vault.ts'
import { type Claimant, type Download, findDownload, logDownload } from './find-download.ts'
import { attachment, servedBytes } from './rules.ts'

const DOWNLOADS = { burst: 120, refillSeconds: 5 }

const idParam = z.object({ id: z.coerce.number().int().positive() })
const fileQuery = z.object({ token: z.string().max(200).optional(), version: z.string().max(40).optional() })

export const downloadRoutes = new Hono<AppEnv>().get(
  '/file/:id',
  validate('param', idParam),
  validate('query', fileQuery),
  async (c) => {
    const { token, version } = c.req.valid('query')
    const claimant: Claimant =
      token === undefined ? { via: 'session', userId: (await requireViewer(c)).id } : { via: 'link', token }
    await limitRate(
      c.env,
      claimant.via === 'session' ? `file:${claimant.userId}` : `file:${token}`,
      DOWNLOADS,
    )
    const { linkSigningKey } = c.get('config')
    const { id } = c.req.valid('param')
    const download = await findDownload(c.get('db'), id, version, claimant, linkSigningKey, Date.now())
    return c.req.method === 'HEAD' ? describeFile(c, download) : streamFile(c, download)
  },
)

function fileHeaders({ release }: Download, etag: string): Headers {
  return new Headers({
    'Accept-Ranges': 'bytes',
    'Content-Type': release.fileType,
    'Content-Disposition': attachment(release.fileName),
    'Cache-Control': 'private, no-store',
    ETag: etag,
    'X-Checksum-Sha256': release.sha256,
    'Repr-Digest': `sha-256=:${Uint8Array.fromHex(release.sha256).toBase64()}:`,
    'X-Release-Version': release.version,
  })
}

async function describeFile(c: Context<AppEnv>, download: Download): Promise<Response> {
  const object = await fileVault(c.env.FILES).head(download.release.scriptPath)
  if (!object) return missing(download)
  const headers = fileHeaders(download, object.httpEtag)
  headers.set('Content-Length', String(object.size))
  return new Response(null, { headers })
}

async function streamFile(c: Context<AppEnv>, download: Download): Promise<Response> {
  const asked = c.req.raw.headers
  const object = await readRange(c, download)
  if (!object) return missing(download)
  const headers = fileHeaders(download, object.httpEtag)
  if (!('body' in object)) {
    const status = asked.has('if-match') || asked.has('if-unmodified-since') ? 412 : 304
    return new Response(null, { status, headers })
  }
  const visitor = {
    range: asked.get('range'),
    ip: clientIp(c),
    userAgent: asked.get('user-agent'),
  }
  c.executionCtx.waitUntil(logDownload(c.get('db'), download, visitor, Date.now()))
  const partial = asked.has('range') && object.range !== undefined
  const { first, last } = servedBytes(partial ? object.range : undefined, object.size)
  headers.set('Content-Length', String(last - first + 1))
  if (partial) headers.set('Content-Range', `bytes ${first}-${last}/${object.size}`)
  return new Response(object.body, { status: partial ? 206 : 200, headers })
}

async function readRange(c: Context<AppEnv>, download: Download) {
  const { scriptPath, fileSize } = download.release
  try {
    return await fileVault(c.env.FILES).read(scriptPath, c.req.raw.headers)
  } catch {
    // R2 refuses a range outside the file.
    throw new Problem(416, `The file has ${fileSize} bytes; the requested range is outside of it.`)
  }
}

function missing(download: Download): never {
  console.error(JSON.stringify({ at: 'download', missing: download.release.id }))
  throw new Problem(
    503,
    'The file is temporarily unavailable. Your purchase is safe; please try again shortly.',
  )
}
