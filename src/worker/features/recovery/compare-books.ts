import { type Book, readSubject, subjectOf } from '#shared/recovery/rules.ts'
import type { FindingKind } from '#shared/recovery/terms.ts'
import type { Db } from '../../db/client.ts'
import type { NewFinding } from '../../db/findings.ts'
import { CHECKS, deadMails, givenUpEvents } from './checks.ts'
import { portionAfter } from './store.ts'

type Row = { id: number } & Record<string, unknown>

/** The number of rows of a book that are compared at once. */
const PORTION = 500

/** Runs every check on a portion of one book. `next` is the id to continue after; null at the end of the book. */
export async function compareBook(
  db: Db,
  book: Book,
  after: number,
): Promise<{ found: NewFinding[]; next: number | null }> {
  const portion = await portionAfter(db, book, after, PORTION)
  if (!portion) return { found: [], next: null }
  const ids = { from: after + 1, to: portion.to }
  const checks = CHECKS.filter((check) => check.book === book)
  const found = await Promise.all(
    checks.map(async ({ kind, find }) =>
      (await db.all<Row>(find(ids))).map((row) => toSeen(kind, book, row)),
    ),
  )
  return { found: found.flat(), next: portion.more ? portion.to : null }
}

/** The maximum number of events, and of mails, in the list. Once these are resolved, the next ones are listed. */
const WAITING = 200

export async function listAttention(db: Db): Promise<NewFinding[]> {
  const [events, mails] = await Promise.all([
    db.all<Row>(givenUpEvents(WAITING)),
    db.all<Row>(deadMails(WAITING)),
  ])
  return [
    ...events.map((row) => toSeen('needs-attention', 'event', row)),
    ...mails.map((row) => toSeen('needs-attention', 'mail', row)),
  ]
}

const toSeen = (
  kind: FindingKind,
  about: Parameters<typeof subjectOf>[0],
  { id, ...details }: Row,
): NewFinding => ({
  kind,
  subject: subjectOf(about, id),
  details,
})

/** Whether a finding about a row of our tables is still true. */
export async function findingIsTrue(db: Db, kind: FindingKind, subject: string): Promise<boolean> {
  const { about, id } = readSubject(subject)
  if (about === 'event') return (await db.all(givenUpEvents(1, id))).length > 0
  if (about === 'mail') return (await db.all(deadMails(1, id))).length > 0
  const check = CHECKS.find((one) => one.kind === kind && one.book === about)
  return check !== undefined && (await db.all(check.find({ from: id, to: id }))).length > 0
}
