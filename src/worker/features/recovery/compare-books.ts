import type { FindingKind } from '#shared/recovery/contract.ts'
import { type Book, readSubject, subjectOf } from '#shared/recovery/rules.ts'
import type { Db } from '../../db/client.ts'
import type { NewFinding } from '../../db/findings.ts'
import { CHECKS, deadMails, givenUpEvents } from './checks.ts'
import { portionAfter } from './store.ts'

type Row = { id: number } & Record<string, unknown>

/** So many rows of a book are compared at once. */
const PORTION = 500

/** A portion of one book, every comparison of it. `next` is where to go on; null: the book is through. */
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

/** So many of each that wait for a person are listed; once they are seen to, the next ones come up. */
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

/** Whether a finding about a row of ours is still true. */
export async function findingIsTrue(db: Db, kind: FindingKind, subject: string): Promise<boolean> {
  const { about, id } = readSubject(subject)
  if (about === 'event') return (await db.all(givenUpEvents(1, id))).length > 0
  if (about === 'mail') return (await db.all(deadMails(1, id))).length > 0
  const check = CHECKS.find((one) => one.kind === kind && one.book === about)
  return check !== undefined && (await db.all(check.find({ from: id, to: id }))).length > 0
}
