import { createTwoFilesPatch } from 'diff'
import { and, eq, or } from 'drizzle-orm'
import { accessTo, includedRelease } from '#shared/access/rules.ts'
import { hasRole, type StaffRole } from '#shared/core/staff-roles.ts'
import { type ArchiveFile, decode } from '#shared/scan/archive-files.ts'
import type { Comparison, Risk } from '#shared/scan/contract.ts'
import type { Manifest } from '#shared/scan/manifest-contract.ts'
import { riskierThan } from '#shared/scan/manifest-rules.ts'
import { Problem } from '../../core/problem.ts'
import { releaseScans, scriptReleases } from '../../db/schema/catalogue.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { selectUserHoldings } from '../access/find-access.ts'
import { selectReleases } from '../catalogue/read-products.ts'
import { checkZip } from '../releases/check-zip.ts'
import { readGenuine } from '../releases/damaged-file.ts'

/** In characters: a longer diff of one file, or of all files together, is not shown. */
const LONGEST_DIFF = 60_000
/** Lines that are added and removed in one file. The time to find them grows with their square. */
const MOST_EDITS = 2000
const MOST_DIFF = 400_000
const CONTEXT_LINES = 3

type Viewer = { id: number; staffRole: StaffRole | null }

/**
 * What two versions of a product declare, and how their files differ. For people who may download both versions, and for
 * managers and owners of the shop, also of drafts. One D1 round trip, and both archives from the file store.
 * @throws Problem 403 no access to one of them, 404 no such version, 422 an archive that cannot be read,
 * 503 the store is down, or has other bytes
 */
export async function compareVersions(
  deps: CoreDeps,
  viewer: Viewer,
  productId: number,
  { from, to }: { from: string; to: string },
  now: number,
): Promise<Comparison> {
  const { db } = deps
  const [grants, offered, both] = await db.batch([
    selectUserHoldings(db, viewer.id),
    selectReleases(db, [productId], now),
    db
      .select({
        id: scriptReleases.id,
        version: scriptReleases.version,
        scriptPath: scriptReleases.scriptPath,
        sha256: scriptReleases.sha256,
        scan: releaseScans.scan,
      })
      .from(scriptReleases)
      .leftJoin(releaseScans, eq(releaseScans.releaseId, scriptReleases.id))
      .where(
        and(
          eq(scriptReleases.scriptId, productId),
          or(eq(scriptReleases.version, from), eq(scriptReleases.version, to)),
        ),
      ),
  ])
  const manages = hasRole(viewer.staffRole, 'manager')
  const access = manages ? null : accessTo(productId, grants, now)
  const find = (version: string) => {
    const release = both.find((one) => one.version === version)
    const isOffered = offered.filter(({ id }) => id === release?.id)
    if (!release || (!manages && isOffered.length === 0)) {
      throw new Problem(404, `There is no version ${version} of this product.`)
    }
    if (!manages && !(access && includedRelease(access, isOffered, 'beta'))) {
      throw new Problem(403, 'You do not have access to this version.')
    }
    return release
  }
  const [before, after] = [find(from), find(to)]
  const [old, fresh] = await Promise.all([readFiles(deps, before), readFiles(deps, after)])
  return {
    from,
    to,
    more: declaredBeyond(before.scan?.manifest ?? null, after.scan?.manifest ?? null),
    less: declaredBeyond(after.scan?.manifest ?? null, before.scan?.manifest ?? null),
    files: compareFiles(old, fresh),
  }
}

const declaredBeyond = (one: Manifest | null, other: Manifest | null): Risk[] =>
  one && other ? riskierThan(one, other) : []

async function readFiles(deps: CoreDeps, release: Parameters<typeof readGenuine>[1]): Promise<ArchiveFile[]> {
  const checked = await checkZip(await readGenuine(deps, release))
  if (checked.ok) return checked.files
  // Its rules became stricter after the upload.
  throw new Problem(422, checked.reason)
}

function compareFiles(old: readonly ArchiveFile[], fresh: readonly ArchiveFile[]): Comparison['files'] {
  const paths = [...new Set([...old, ...fresh].map(({ path }) => path))].sort()
  let left = MOST_DIFF
  return paths.flatMap((path) => {
    const [before, after] = [old, fresh].map((files) => files.find((one) => one.path === path))
    if (before && after && isSame(before, after)) return []
    const change = !before ? 'added' : after ? 'changed' : 'removed'
    const diff = diffOf(path, before, after)
    const isShown = diff !== null && diff.length <= Math.min(LONGEST_DIFF, left)
    if (isShown) left -= diff.length
    return [{ path, change, diff: isShown ? diff : null }]
  })
}

const isSame = (a: ArchiveFile, b: ArchiveFile): boolean =>
  a.size === b.size && a.bytes.length === b.bytes.length && a.bytes.every((byte, at) => byte === b.bytes[at])

/** A unified diff; null where one of the two is no text or too large to read, or where too many lines changed. */
function diffOf(
  path: string,
  before: ArchiveFile | undefined,
  after: ArchiveFile | undefined,
): string | null {
  const [old, fresh] = [before, after].map((file) => {
    if (!file) return ''
    return file.bytes.length < file.size ? null : decode(file.bytes)
  })
  if (old === null || old === undefined || fresh === null || fresh === undefined) return null
  const options = { context: CONTEXT_LINES, maxEditLength: MOST_EDITS }
  const patch = createTwoFilesPatch(path, path, old, fresh, undefined, undefined, options)
  if (patch === undefined) return null
  // Without the lines with the file's name, which stands above the diff already.
  return patch.slice(Math.max(0, patch.indexOf('@@')))
}
