import type { Context } from 'hono'
import { logError } from '../../core/log-error.ts'
import { Problem } from '../../core/problem.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { clientIp, downloadNetwork } from '../../http/client-ip.ts'
import { type CoreDeps, coreDeps } from '../../http/shop-deps.ts'
import { fileVault } from '../../providers/file-vault.ts'
import type { Release } from '../catalogue/read-products.ts'
import { hashStored, reportDamage } from '../releases/damaged-file.ts'
import { checkHash } from './check-hash.ts'
import { answerConditions, askedBytes, attachment, type Visitor } from './rules.ts'

/**
 * The file, whole or in part, or the response that the request's conditions ask for. `note` logs every body before it
 * is sent. If it throws, no file is sent: a withdrawal notice would miss a download that is not in the log.
 */
export async function sendFile(
  c: Context<AppEnv>,
  release: Release,
  note: (visitor: Visitor) => Promise<void>,
): Promise<Response> {
  const etag = `"${release.sha256}"`
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    'Content-Type': release.fileType,
    'Content-Disposition': attachment(release.fileName),
    'Cache-Control': 'private, no-store',
    ETag: etag,
    'X-Checksum-Sha256': release.sha256,
    'Repr-Digest': `sha-256=:${Uint8Array.fromHex(release.sha256).toBase64()}:`,
    'X-Release-Version': release.version,
    // The place of its publication in the public log: /log/proof/N.
    ...(release.logIndex !== null && { 'X-Log-Index': String(release.logIndex) }),
  })
  const header = (name: string) => c.req.header(name) ?? null
  const asked = {
    ifMatch: header('if-match'),
    ifNoneMatch: header('if-none-match'),
    ifRange: header('if-range'),
    range: header('range'),
  }
  const { status, range } = answerConditions(asked, etag)
  if (status !== 200) return new Response(null, { status, headers })
  if (c.req.method === 'HEAD') {
    headers.set('Content-Length', String(release.fileSize))
    return new Response(null, { headers })
  }
  const part = range && asked.range !== null ? askedBytes(asked.range, release.fileSize) : null
  if (part === 'outside') {
    c.header('Content-Range', `bytes */${release.fileSize}`)
    throw new Problem(416, `The file has ${release.fileSize} bytes; the requested range is outside of it.`)
  }
  if (release.damagedAt !== null) throw unavailable(release, new Error('The stored file is damaged'))
  const { first, last } = part ?? { first: 0, last: release.fileSize - 1 }
  const isWhole = first === 0 && last === release.fileSize - 1
  // The last part completes a download in parts: then the whole stored file must be right.
  if (!isWhole && last === release.fileSize - 1) await requireGenuine(coreDeps(c), release)
  const object = await readFile(coreDeps(c), release, part)
  const visitor = {
    range: asked.range,
    ip: clientIp(c),
    network: downloadNetwork(c),
    userAgent: header('user-agent'),
  }
  try {
    await note(visitor)
  } catch (error) {
    await object.body.cancel()
    throw error instanceof Problem ? error : unavailable(release, error)
  }
  headers.set('Content-Length', String(last - first + 1))
  if (part) headers.set('Content-Range', `bytes ${first}-${last}/${release.fileSize}`)
  const body = isWhole ? checkedBody(coreDeps(c), release, object.body) : object.body
  return new Response(body, { status: part ? 206 : 200, headers })
}

/** A whole file, which breaks off where the stored bytes turn out to have another hash than the release. */
export async function openChecked(deps: CoreDeps, release: Release): Promise<ReadableStream<Uint8Array>> {
  const { body } = await readFile(deps, release, null)
  return checkHash(body, release.sha256, () => reportDamage(deps, release, Date.now()))
}

/** The body, which breaks off where the stored bytes turn out to have another hash than the release. */
function checkedBody(deps: CoreDeps, release: Release, stored: ReadableStream<Uint8Array>): ReadableStream {
  const { readable, writable } = new FixedLengthStream(release.fileSize)
  const report = () => reportDamage(deps, release, Date.now())
  // It runs while the response is sent. Where the reader leaves, nothing is left to do.
  checkHash(stored, release.sha256, report)
    .pipeTo(writable)
    .catch(() => undefined)
  return readable
}

/** @throws Problem 503 where the stored bytes are not the release's */
async function requireGenuine(deps: CoreDeps, release: Release): Promise<void> {
  const object = await readFile(deps, release, null)
  const sha256 = await hashStored(object).catch((error: unknown) => {
    throw unavailable(release, error)
  })
  if (sha256 !== release.sha256) await refuseDamaged(deps, release)
}

/** The stored bytes of a release. @throws Problem 503 where they are missing, or have another size */
async function readFile(
  deps: CoreDeps,
  release: Release,
  part: { first: number; last: number } | null,
): Promise<R2ObjectBody> {
  const object = await fileVault(deps.env.FILES)
    .read(release.scriptPath, part)
    .catch((error: unknown) => {
      throw unavailable(release, error)
    })
  if (object?.size === release.fileSize) return object
  await object?.body.cancel()
  return refuseDamaged(deps, release)
}

async function refuseDamaged(deps: CoreDeps, release: Release): Promise<never> {
  await reportDamage(deps, release, Date.now())
  throw unavailable(release, new Error('The stored file is damaged or missing'))
}

function unavailable(release: Release, error: unknown): Problem {
  logError('download', { release: release.id, error })
  return new Problem(
    503,
    'The file is temporarily unavailable. Your purchase is safe; please try again shortly.',
  )
}
