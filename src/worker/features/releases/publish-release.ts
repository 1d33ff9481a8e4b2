import { sql } from 'drizzle-orm'
import { ACTION_LABELS } from '#shared/audit/contract.ts'
import { statementText } from '#shared/catalogue/statement-rules.ts'
import { publishEntry, sealEntry } from '#shared/log/entry-rules.ts'
import { fingerprintOf, readArmor, signerOf } from '#shared/publishers/sshsig-rules.ts'
import { BREAKS_KEY_PROMISE, PROMISED_KEY_USES, type Risk } from '#shared/scan/contract.ts'
import type { Manifest } from '#shared/scan/manifest-contract.ts'
import { logError } from '../../core/log-error.ts'
import { Problem } from '../../core/problem.ts'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { appendEntries } from '../log/append-entries.ts'
import { enqueueLogEntry, isRecalled } from '../log/writes.ts'
import { selectKeysOf } from '../publishers/find-keys.ts'
import { isActive, type KeyRow, stateOf } from '../publishers/rules.ts'
import { baselinesOf, type ScanRow, selectBaselines, selectScan } from '../scan/read-scans.ts'
import { isReady, risksOf } from '../scan/readiness-rules.ts'
import { changeScan } from '../scan/writes.ts'
import { nameIn, selectStaff } from '../staff/find-staff.ts'
import { sendNotice } from '../staff/send-notice.ts'
import { queueNotice } from '../staff/writes.ts'
import { noSuchRelease, writeRelease } from './change-release.ts'
import {
  findRelease,
  hidesNoSecurityUpdate,
  type ReleaseRow,
  selectRelease,
  selectSecurityUpdateAfter,
} from './store.ts'
import { changeRelease } from './writes.ts'

/** The text that a publisher signs for this release. */
const statementOf = ({ scriptId, slug, version, sha256, fileSize, manifestSha256 }: ReleaseRow): string =>
  statementText({
    product: { id: scriptId, slug },
    version,
    sha256,
    size: fileSize,
    manifest: manifestSha256,
  })

/**
 * Stores a publisher's signature of a draft or a withdrawn release. Returns the product's id.
 * @throws Problem 404, 409 it is published; 422 the signature is malformed, not of this release, or by an unknown key
 */
export async function signRelease(
  db: Db,
  actor: Actor,
  id: number,
  armored: string,
  now: number,
): Promise<number> {
  const release = await findRelease(db, id)
  if (!release) throw noSuchRelease()
  if (release.publishRequestedAt !== null || (release.publishedAt !== null && release.yankedAt === null)) {
    throw new Problem(409, `Version ${release.version} is published, so it cannot be signed any more.`)
  }
  const signature = readArmor(armored)
  if (!signature) {
    throw wrongSignature(
      'This is not a signature by ssh-keygen: it begins with -----BEGIN SSH SIGNATURE-----.',
    )
  }
  const signer = await signerOf(statementOf(release), signature)
  if (!signer) {
    throw wrongSignature(
      'This signature is not one of this release. Sign exactly the statement that is shown here.',
    )
  }
  const signedBy = await fingerprintOf(signer)
  const [key] = await selectKeysOf(db, signedBy)
  if (!key || stateOf(key, now) === 'removed') {
    throw wrongSignature(`It was signed by ${signedBy}, which is not a publisher’s key. Add the key first.`)
  }
  const action = { action: 'release.sign' as const, after: { signedBy } }
  await writeRelease(db, actor, release, action, [changeRelease(db, id, { signature, signedBy })], now)
  return release.scriptId
}

function wrongSignature(message: string): Problem {
  return new Problem(422, message, { data: { fields: { signature: message } } })
}

type Publication = {
  /** No user is notified. */
  silent: boolean
  /** A published beta version is offered to everyone. */
  promote?: boolean
}

/**
 * Offers a published beta version to everyone: the same file, version and signature, with a new entry in the public log.
 * It becomes the newest stable release when that entry has its place. Until then it stays a beta version. The owners
 * who have not been notified of it are notified then, unless `silent`. Returns the product's id.
 * @throws Problem 404; 409 it is no published beta version, or for the same reasons as `publishRelease`
 */
export const promoteRelease = (deps: CoreDeps, actor: Actor, id: number, silent: boolean, now: number) =>
  publishRelease(deps, actor, id, { silent, promote: true }, now)

/**
 * Publishes a signed draft, or a withdrawn release again. It is published when its entry has a place in the public log:
 * before this function returns or, after a failure, by the next sweep. A withdrawn release keeps its publication date,
 * so that the same buyers are entitled to it and no buyer is notified twice. The announcement sweep announces the
 * release, unless `silent`. Returns the product's id.
 * @throws Problem 404; 409 it is published, unsigned, its file was recalled, its key is not active, or its scan found
 * something that is neither declared nor confirmed
 */
export async function publishRelease(
  deps: CoreDeps,
  actor: Actor,
  id: number,
  { silent, promote = false }: Publication,
  now: number,
): Promise<number> {
  const { db } = deps
  const signedBy = sql`(select r.signed_by from script_releases r where r.id = ${id})`
  const ofRelease = sql`(select r.script_id from script_releases r where r.id = ${id})`
  const [[release], keys, [state], baselines, [repair], staff] = await db.batch([
    selectRelease(db, id),
    selectKeysOf(db, signedBy),
    selectScan(db, id),
    selectBaselines(db, { scriptId: ofRelease, besides: id }),
    selectSecurityUpdateAfter(db, id),
    selectStaff(db, now),
  ])
  if (!release) throw noSuchRelease()
  const { version, scriptId, slug, sha256, fileSize, manifestSha256 } = release
  if (release.publishRequestedAt !== null) throw new Problem(409, `Version ${version} is being published.`)
  const isOffered = release.publishedAt !== null && release.yankedAt === null
  if (promote && !(isOffered && release.isBeta)) {
    throw new Problem(409, `Version ${version} is not a published beta version.`)
  }
  if (promote && repair) {
    throw new Problem(
      409,
      `Version ${repair.version} is a security update that came out after beta version ${version}. Publish a new version that contains it.`,
    )
  }
  if (!promote && isOffered) throw new Problem(409, `Version ${version} is published already.`)
  if (release.isFileRecalled) {
    throw new Problem(409, `The file of version ${version} was recalled. It cannot be published any more.`)
  }
  const { signature, key } = await checkSigned(release, keys, now)
  const riskier = checkScanned(release, actor, state, baselinesOf(release, baselines))
  const entry = await sealEntry(
    publishEntry(
      {
        product: { id: scriptId, slug },
        version,
        sha256,
        size: fileSize,
        manifest: manifestSha256,
        key: key.fingerprint,
        signature,
        isBeta: release.isBeta && !promote,
        confirmed: state?.confirmReason ?? null,
      },
      now,
    ),
  )
  const isStillActive = sql`exists (select 1 from publisher_keys k where k.id = ${key.id}
    and k.active_from <= ${now} and (k.active_until is null or k.active_until > ${now}))`
  const isStillScanned = sql`exists (select 1 from release_scans s where s.release_id = ${id}
    and s.undeclared_count = ${state?.undeclaredCount ?? 0} and s.confirmed_at is ${state?.confirmedAt ?? null})`
  const action = promote
    ? 'release.promote'
    : release.publishedAt === null
      ? 'release.publish'
      : 'release.restore'
  const announcement = promote
    ? { announcedAt: silent ? now : null, announceCursor: 0 }
    : silent && { announcedAt: now }
  const notice = queueNotice(
    db,
    { staff, supportEmail: deps.config.supportEmail },
    {
      event: 'publish',
      by: nameIn(staff, actor.id),
      about: `Version ${version} of ${slug}`,
      detail: ACTION_LABELS[action],
      ip: actor.ip,
      at: now,
    },
  )
  await writeRelease(
    db,
    actor,
    release,
    {
      action,
      after: { silent, signedBy: key.fingerprint, ...(release.isBeta && { isBeta: !promote }) },
      onlyIf: sql`${isStillActive} and ${isStillScanned} and not ${isRecalled(sql`${sha256}`)}
        and ${promote ? hidesNoSecurityUpdate(id) : sql`true`}`,
    },
    [
      changeScan(db, id, { riskier }),
      changeRelease(db, id, { publishRequestedAt: now, ...announcement }),
      enqueueLogEntry(db, entry, now),
      ...notice.writes,
    ],
    now,
  )
  sendNotice(deps, notice)
  await appendEntries(deps, now).catch((error: unknown) =>
    logError('publish-release', { release: id, error }),
  )
  return scriptId
}

/** @throws Problem 409 where the release is unsigned, or its signature does not count now */
async function checkSigned(
  release: ReleaseRow,
  keys: readonly KeyRow[],
  now: number,
): Promise<{ signature: string; key: KeyRow }> {
  const { version, signature, signedBy } = release
  if (signature === null) {
    throw new Problem(409, `Version ${version} is not signed. Sign its statement, then publish it.`, {
      data: { code: 'unsigned' },
    })
  }
  const signer = await signerOf(statementOf(release), signature)
  if (!signer || (await fingerprintOf(signer)) !== signedBy) {
    throw new Problem(409, `The signature of version ${version} does not match it. Sign it again.`)
  }
  const key = keys.find((one) => isActive(one, now))
  if (!key) {
    const waits = keys.some((one) => stateOf(one, now) === 'pending')
    throw new Problem(
      409,
      waits
        ? 'The key that signed this release is not active yet: it becomes active a day after it was added, or when another owner confirms it, where both have been owners for at least 7 days.'
        : release.publishedAt !== null && release.yankedAt === null
          ? 'The key that signed this release is no publisher’s key any more. Upload the file as a new version.'
          : 'The key that signed this release is no publisher’s key any more. Sign it with another key.',
    )
  }
  return { signature, key }
}

/**
 * What the release declares beyond the one that is offered.
 * @throws Problem 409 where the scan is missing, or found something that is neither declared nor confirmed, or where the
 * release handles private keys
 */
function checkScanned(
  { version }: ReleaseRow,
  actor: Actor,
  state: ScanRow | undefined,
  baselines: readonly Manifest[],
): Risk[] {
  const refuse = (message: string) => new Problem(409, message, { data: { code: 'scan' } })
  if (!state) throw refuse(`Version ${version} is not scanned yet. Scan it first.`)
  const { manifest } = state.scan
  if (manifest && !PROMISED_KEY_USES.includes(manifest.keys)) {
    throw refuse(`Version ${version} cannot be published. ${BREAKS_KEY_PROMISE}`)
  }
  if (!isReady(state, baselines)) {
    throw refuse(
      state.undeclaredCount > 0
        ? `The scan of version ${version} found ${state.undeclaredCount} ${state.undeclaredCount === 1 ? 'thing' : 'things'} that windfall.json does not declare. Declare them, or let another admin confirm them.`
        : `Version ${version} declares something that another admin must confirm.`,
    )
  }
  if (state.confirmedBy === actor.id) {
    throw refuse('You confirmed the scan of this release, so another admin must publish it.')
  }
  return risksOf(state, baselines)
}
