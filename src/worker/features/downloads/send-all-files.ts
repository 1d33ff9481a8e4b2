import { makeZip, predictLength } from 'client-zip'
import type { Context } from 'hono'
import { BRAND } from '#shared/core/brand.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { type CoreDeps, coreDeps } from '../../http/shop-deps.ts'
import type { Included } from '../access/find-all-included.ts'
import { entryName, readmeText, sumsText } from './archive-rules.ts'
import type { AllFiles } from './find-all-files.ts'
import { attachment } from './rules.ts'
import { openChecked } from './send-file.ts'

/**
 * One ZIP with every file, unchanged and without compression, and their hashes. Files are read one after the other while
 * the response is sent, and never kept in memory. Where a file turns out to be damaged, the response breaks off. `note`
 * logs all downloads before the first byte; if it throws, nothing is sent. Null where it logged nothing.
 */
export async function sendAllFiles(
  c: Context<AppEnv>,
  { files, left }: Pick<AllFiles, 'files' | 'left'>,
  note: () => Promise<boolean>,
  now: number,
): Promise<Response | null> {
  const { publicUrl, supportEmail } = c.get('config')
  const entries = files.map(({ product, release }) => ({
    name: entryName(product.slug, release.version, release.fileName),
    productName: product.name,
    version: release.version,
    sha256: release.sha256,
  }))
  const texts = [
    { name: 'README.txt', input: readmeText(entries, left, { publicUrl, supportEmail, now }) },
    { name: 'SHA256SUMS.txt', input: sumsText(entries) },
  ].map((text) => ({ ...text, lastModified: new Date(now) }))
  const sizes = files.map(({ release }, index) => ({
    name: entries[index]?.name ?? '',
    size: release.fileSize,
  }))
  const length = Number(predictLength([...texts, ...sizes]))
  const day = new Date(now).toISOString().slice(0, 10)
  const headers = new Headers({
    'Content-Type': 'application/zip',
    'Content-Disposition': attachment(`${BRAND.toLowerCase()}-${day}.zip`),
    'Content-Length': String(length),
    'Cache-Control': 'private, no-store',
  })
  if (c.req.method === 'HEAD') return new Response(null, { headers })
  if (!(await note())) return null
  const { readable, writable } = new FixedLengthStream(length)
  // It runs while the response is sent. Where the reader leaves, nothing is left to do; a bad file was logged as it was read.
  makeZip(withoutThrow(archive(coreDeps(c), texts, files, sizes)))
    .pipeTo(writable)
    .catch(() => undefined)
  return new Response(readable, { headers })
}

type Text = { name: string; input: string; lastModified: Date }

/** Where the reader leaves, client-zip calls the iterator's `throw` if it has one, and nobody handles its rejection. */
const withoutThrow = <T>(entries: AsyncGenerator<T>): AsyncIterable<T> => ({
  [Symbol.asyncIterator]: () => ({ next: () => entries.next() }),
})

/** The entries, each opened when the one before it was read to its end. */
async function* archive(
  deps: CoreDeps,
  texts: Text[],
  files: readonly Included[],
  sizes: readonly { name: string; size: number }[],
) {
  yield* texts
  for (const [index, { release }] of files.entries()) {
    const input = await openChecked(deps, release)
    yield { name: sizes[index]?.name ?? '', input, lastModified: new Date(release.publishedAt ?? 0) }
  }
}
