import { MINUTE, SECOND } from '#shared/core/time.ts'
import { logError } from '../../core/log-error.ts'
import { Problem } from '../../core/problem.ts'
import { within } from '../../core/within.ts'
import { readCatalogueRevision } from '../../db/catalogue-revision.ts'
import { openDb } from '../../db/client.ts'
import { KeptAnswers } from '../../http/kept-answers.ts'
import { Catalogue } from './catalogue.ts'
import { type CatalogueRows, readCatalogueRows } from './read-snapshot.ts'

/** Milliseconds. The age of a snapshot is the time since the database last confirmed it. */
type CatalogueLimits = {
  /** From this age on the revision is asked for, after the answer. */
  askAfter: number
  /** From this age on an answer waits for the revision. */
  waitAfter: number
  /** An answer waits this long at most, counted from the question. Then it comes from the snapshot as it is. */
  wait: number
  /** The first answer of an isolate has no snapshot: it waits this long, and then is a 503. */
  firstWait: number
  /** A question without an answer has failed after this time. */
  giveUp: number
  /** The rows are read again after this time without a new revision: downloads do not change the revision. */
  reloadAfter: number
}

export const CATALOGUE_LIMITS: CatalogueLimits = {
  askAfter: SECOND,
  waitAfter: 2 * SECOND,
  wait: 300,
  firstWait: 1500,
  giveUp: 3 * SECOND,
  reloadAfter: 5 * MINUTE,
}

/** The whole catalogue as JSON is far smaller. An isolate has 128 MB for everything. */
const JSON_ANSWERS = { count: 1000, bytes: 8_000_000 }
const PAGES = { count: 300, bytes: 16_000_000 }

/** One state of the catalogue with the answers that were made from it, which are dropped together. */
export class Snapshot {
  readonly catalogue: Catalogue
  readonly answers = new KeptAnswers(JSON_ANSWERS)
  readonly #pages = new WeakMap<object, KeptAnswers>()

  constructor(
    readonly rows: CatalogueRows,
    readonly loadedAt: number,
  ) {
    this.catalogue = new Catalogue(rows)
  }

  /** The kept pages of one build. */
  pagesOf(build: object): KeptAnswers {
    const known = this.#pages.get(build)
    if (known) return known
    const pages = new KeptAnswers(PAGES)
    this.#pages.set(build, pages)
    return pages
  }
}

export type CatalogueSource = {
  readRevision: () => Promise<number>
  readRows: (now: number) => Promise<CatalogueRows>
}

/** A request that reads the catalogue. */
type CatalogueReader = {
  /** When the request arrived, in epoch milliseconds: a Worker's clock stands still between I/O. */
  now: number
  /** Continues after the answer. */
  later: (work: Promise<unknown>) => void
  /** The reader has seen this revision, and must see no earlier one. */
  atLeast?: number | undefined
}

type Question = { startedAt: number; done: Promise<void> }

/** The catalogue that an isolate keeps, and how it stays current: docs/decisions/067. */
export class CatalogueMemory {
  #snapshot: Snapshot | null = null
  /** When the question was sent whose answer last confirmed the snapshot. */
  #confirmedAt = 0
  #failedAt: number | null = null
  #isOutdated = false
  #question: Question | null = null

  constructor(
    private readonly source: CatalogueSource,
    private readonly limits: CatalogueLimits = CATALOGUE_LIMITS,
  ) {}

  /** The snapshot, where it can be used without a question; else null. */
  peek(now: number, atLeast = 0): Snapshot | null {
    const known = this.#snapshot
    const isFresh = !this.#isOutdated && this.#ageAt(now) < this.limits.askAfter
    return known && isFresh && this.#isRight(known, now, atLeast) ? known : null
  }

  /**
   * The snapshot, at most `waitAfter` old unless the database does not answer in time.
   * @throws Problem 503 where there is none and the database does not answer
   */
  async read({ now, later, atLeast = 0 }: CatalogueReader): Promise<Snapshot> {
    const fresh = this.peek(now, atLeast)
    if (fresh) return fresh
    // Twice: a question that is already under way may be older than the change that the reader has seen.
    for (const _attempt of [1, 2]) {
      const question = this.#ask(now, later)
      const mustWait = this.#snapshot === null || this.#isLate(now, atLeast)
      if (!question || !mustWait) break
      const patience = this.#snapshot === null ? this.limits.firstWait : this.limits.wait
      await within(question.done, patience - Math.max(0, now - question.startedAt))
      if (this.#snapshot && this.#isRight(this.#snapshot, now, atLeast)) break
    }
    if (this.#snapshot) return this.#snapshot
    throw new Problem(503, 'The products cannot be read right now. Please try again in a moment.', {
      retryAfterSeconds: 2,
    })
  }

  /** This isolate has just changed the catalogue: its next answer, to anyone, waits for the new revision. */
  outdate(): void {
    this.#isOutdated = true
    this.#failedAt = null
    // A question under way may be older than the change.
    this.#question = null
  }

  /** Seconds since the database last confirmed the snapshot, where answers may be outdated; else 0. Null: no snapshot. */
  staleSeconds(now: number): number | null {
    if (!this.#snapshot) return null
    const age = this.#ageAt(now)
    return age > this.limits.waitAfter ? Math.floor(age / SECOND) : 0
  }

  /** Not below 0: a request that arrived earlier may have an earlier clock. */
  #ageAt(now: number): number {
    return Math.max(0, now - this.#confirmedAt)
  }

  #isRight({ rows, loadedAt }: Snapshot, now: number, atLeast: number): boolean {
    return rows.revision >= atLeast && now < rows.until && now - loadedAt < this.limits.reloadAfter
  }

  #isLate(now: number, atLeast: number): boolean {
    const known = this.#snapshot
    return (
      !known ||
      this.#isOutdated ||
      this.#ageAt(now) >= this.limits.waitAfter ||
      known.rows.revision < atLeast ||
      now >= known.rows.until
    )
  }

  /** The question that is under way, or a new one. Null shortly after one failed. */
  #ask(now: number, later: CatalogueReader['later']): Question | null {
    const asked = this.#question
    // Longer than giveUp: its request was cut off, and nobody will answer it.
    if (asked && Math.abs(now - asked.startedAt) <= 2 * this.limits.giveUp) return asked
    if (this.#failedAt !== null && Math.abs(now - this.#failedAt) < this.limits.askAfter) return null
    const question: Question = { startedAt: now, done: Promise.resolve() }
    this.#question = question
    question.done = this.#answer(question)
    later(question.done)
    return question
  }

  /** Never fails. */
  async #answer(question: Question): Promise<void> {
    try {
      const found = await within(this.#find(question.startedAt), this.limits.giveUp)
      if (found === undefined) throw new Error('The database did not answer')
      if (this.#question !== question) return
      this.#snapshot = found
      this.#confirmedAt = question.startedAt
      this.#failedAt = null
      this.#isOutdated = false
    } catch (error) {
      if (this.#question === question) this.#failedAt = Date.now()
      logError('catalogue', { error })
    } finally {
      if (this.#question === question) this.#question = null
    }
  }

  async #find(now: number): Promise<Snapshot> {
    const known = this.#snapshot
    if (known && this.#isRight(known, now, 0) && now >= known.rows.since) {
      const revision = await this.source.readRevision()
      if (revision === known.rows.revision) return known
    }
    return new Snapshot(await this.source.readRows(now), now)
  }
}

const memories = new WeakMap<D1Database, CatalogueMemory>()

/** The memory of this isolate for this database. */
export function catalogueMemory(binding: D1Database): CatalogueMemory {
  const known = memories.get(binding)
  if (known) return known
  const db = openDb(binding)
  const memory = new CatalogueMemory({
    readRevision: () => readCatalogueRevision(db),
    readRows: (now) => readCatalogueRows(db, now),
  })
  memories.set(binding, memory)
  return memory
}
