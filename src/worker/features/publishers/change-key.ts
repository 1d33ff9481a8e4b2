import type { SQL } from 'drizzle-orm'
import type { AuditAction } from '#shared/audit/contract.ts'
import type { LogEntry } from '#shared/log/contract.ts'
import {
  keyAddEntry,
  keyConfirmEntry,
  keyKeepEntry,
  keyRemoveEntry,
  sealEntry,
} from '#shared/log/entry-rules.ts'
import { type AddKey, CONFIRM_AFTER_DAYS } from '#shared/publishers/contract.ts'
import { fingerprintOf, keyLine, readPublicKey } from '#shared/publishers/sshsig-rules.ts'
import { Problem } from '../../core/problem.ts'
import { noteAction } from '../../db/audit.ts'
import { refusedBy, type Write } from '../../db/client.ts'
import type { Actor } from '../../http/actor.ts'
import type { CoreDeps } from '../../http/shop-deps.ts'
import { checkOwnPassword } from '../accounts/check-password.ts'
import type { PublisherKeyMailData } from '../email/staff-mail-rules.ts'
import { appendEntries } from '../log/append-entries.ts'
import { enqueueLogEntry } from '../log/writes.ts'
import { commitAndDispatch } from '../notifications/dispatch-outbox.ts'
import { nameIn, selectStaff } from '../staff/find-staff.ts'
import { sendNotice } from '../staff/send-notice.ts'
import { queueForStaff } from '../staff/writes.ts'
import { KEY_DELAY_MS, type KeyRow, mayConfirm, stateOf, waitingChange } from './rules.ts'
import { findForChange } from './store.ts'
import { changeKey, insertKey, isNew, isUnchanged } from './writes.ts'

type KeyAction = { id: number; currentPassword: string }

/**
 * Adds a publisher's key. It may sign releases after the delay, or when a second admin confirms it. Owners, managers and
 * support get a mail, and the public log an entry, at once.
 * @throws Problem 409 the key is there already, 422 a wrong password or no Ed25519 key, 429
 */
export async function addKey(deps: CoreDeps, actor: Actor, form: AddKey, now: number): Promise<void> {
  const { db } = deps
  await checkOwnPassword(deps, actor, form.currentPassword)
  const publicKey = readPublicKey(form.publicKey)
  if (!publicKey) throw noSuchKind()
  const { name } = form
  const [fingerprint, key] = [await fingerprintOf(publicKey), keyLine(publicKey)]
  const activeFrom = now + KEY_DELAY_MS
  const row = { name, publicKey: key, fingerprint, addedBy: actor.id, addedAt: now, activeFrom }
  await write(deps, actor, {
    action: 'publisher.add',
    onlyIf: isNew(fingerprint, now),
    subject: fingerprint,
    after: { name, activeFrom },
    writes: [insertKey(db, row)],
    entry: keyAddEntry({ name, key, fingerprint, activeFrom }, now),
    mail: { change: 'add', name, fingerprint, effectiveAt: activeFrom },
    refusal: new Problem(409, 'This key is there already.'),
    now,
  })
}

/**
 * Lets a waiting change take effect now. Only another owner than its author may, both after some days in that role.
 * @throws Problem 403, 404, 409 nothing waits, 422 a wrong password
 */
export async function confirmKey(
  deps: CoreDeps,
  actor: Actor,
  action: KeyAction,
  now: number,
): Promise<void> {
  const { key, admins } = await find(deps, actor, action)
  const waiting = waitingChange(key, now)
  if (!waiting) throw new Problem(409, 'No change of this key is waiting.')
  if (!mayConfirm(key, actor.id, admins, now)) {
    throw new Problem(
      403,
      `Another owner must confirm this, and both of you must have been owners for at least ${CONFIRM_AFTER_DAYS} days.`,
    )
  }
  const adds = waiting.change === 'add'
  await write(deps, actor, {
    action: 'publisher.confirm',
    onlyIf: isUnchanged(key),
    subject: key.fingerprint,
    after: { change: waiting.change },
    writes: [changeKey(deps.db, key.id, adds ? { activeFrom: now } : { activeUntil: now })],
    entry: keyConfirmEntry(key.fingerprint, waiting.change, now),
    mail: { ...named(key), change: adds ? 'add-confirmed' : 'remove-confirmed', effectiveAt: now },
    now,
  })
}

/**
 * Ends a key after the delay, or when a second admin confirms it. A key that is not active yet ends at once.
 * @throws Problem 404, 409 it ends already, 422 a wrong password
 */
export async function removeKey(deps: CoreDeps, actor: Actor, action: KeyAction, now: number): Promise<void> {
  const { key } = await find(deps, actor, action)
  const state = stateOf(key, now)
  if (state !== 'active' && state !== 'pending')
    throw new Problem(409, 'This key is removed already, or its removal has begun.')
  const activeUntil = state === 'pending' ? now : now + KEY_DELAY_MS
  await write(deps, actor, {
    action: 'publisher.remove',
    onlyIf: isUnchanged(key),
    subject: key.fingerprint,
    after: { activeUntil },
    writes: [changeKey(deps.db, key.id, { removedBy: actor.id, removedAt: now, activeUntil })],
    entry: keyRemoveEntry(key.fingerprint, activeUntil, now),
    mail: { ...named(key), change: state === 'pending' ? 'withdraw' : 'remove', effectiveAt: activeUntil },
    now,
  })
}

/** Cancels a removal that has not taken effect. @throws Problem 404, 409 no removal waits, 422 a wrong password */
export async function keepKey(deps: CoreDeps, actor: Actor, action: KeyAction, now: number): Promise<void> {
  const { key } = await find(deps, actor, action)
  if (stateOf(key, now) !== 'ending') throw new Problem(409, 'No removal of this key is waiting.')
  await write(deps, actor, {
    action: 'publisher.keep',
    onlyIf: isUnchanged(key),
    subject: key.fingerprint,
    writes: [changeKey(deps.db, key.id, { removedBy: null, removedAt: null, activeUntil: null })],
    entry: keyKeepEntry(key.fingerprint, now),
    mail: { ...named(key), change: 'keep', effectiveAt: now },
    now,
  })
}

const named = ({ name, fingerprint }: KeyRow) => ({ name, fingerprint })

const noSuchKind = () => {
  const message =
    'This is not the public key of an Ed25519 key: a line that begins with ssh-ed25519 or sk-ssh-ed25519@openssh.com.'
  return new Problem(422, message, { data: { fields: { publicKey: message } } })
}

async function find(deps: CoreDeps, actor: Actor, { id, currentPassword }: KeyAction) {
  await checkOwnPassword(deps, actor, currentPassword)
  const { key, admins } = await findForChange(deps.db, id)
  if (!key) throw new Problem(404, 'There is no such key.')
  return { key, admins }
}

type KeyChange = {
  action: AuditAction
  onlyIf: SQL
  subject: string
  after?: Record<string, unknown>
  writes: Write[]
  entry: LogEntry
  mail: Omit<PublisherKeyMailData, 'by' | 'ip'>
  refusal?: Problem
  now: number
}

/** The change, its audit and log entries and its mails in one batch. The entry gets its place right after. */
async function write(deps: CoreDeps, actor: Actor, change: KeyChange): Promise<void> {
  const { db, config } = deps
  const { action, onlyIf, now } = change
  const staff = await selectStaff(db, now)
  const data = { ...change.mail, by: nameIn(staff, actor.id), ip: actor.ip }
  const to = { staff, supportEmail: config.supportEmail }
  const notice = queueForStaff(db, to, { template: 'publisher-key', data }, now)
  const audit = {
    actorId: actor.id,
    action,
    onlyIf,
    subject: `publisher:${change.subject}`,
    ip: actor.ip,
    now,
  }
  const writes = [
    noteAction(db, { ...audit, ...(change.after && { after: change.after }) }),
    ...change.writes,
    enqueueLogEntry(db, await sealEntry(change.entry), now),
    ...notice.writes,
  ]
  try {
    await commitAndDispatch(deps, writes, now)
  } catch (error) {
    if (!refusedBy(error, 'audit_log', 'action') && !refusedBy(error, 'publisher_keys')) throw error
    throw (
      change.refusal ?? new Problem(409, 'Somebody else changed this key a moment ago. Please load it again.')
    )
  }
  sendNotice(deps, notice)
  deps.later(appendEntries(deps, now))
}
