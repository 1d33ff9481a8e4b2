import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { OrderView } from '#shared/payments/contract.ts'
import type { Db } from '../../../db/client.ts'
import { readRunFacts, selectRunFacts } from '../../../db/run-facts.ts'
import { scriptReleases, scripts } from '../../../db/schema/catalogue.ts'
import { payments } from '../../../db/schema/payments.ts'
import { isPublished } from '../../catalogue/read-products.ts'
import { type Claimant, offeredRelease, selectOffered } from '../../downloads/find-download.ts'
import { wasMade } from '../rules.ts'
import { isOwn, type PaymentSeen, selectSeen } from '../store.ts'

export type Order = PaymentSeen & {
  /** Null where the order is not paid, has no file, or gives no access any more. */
  file: OrderView['file']
}

/** The user's own payment with its file. Undefined for another user's payment. One round trip. */
export async function findOwnOrder(
  db: Db,
  userId: number,
  reference: number | string,
  now: number,
): Promise<Order | undefined> {
  const own = isOwn(userId, reference)
  const product = sql`select ${payments.scriptId} from ${payments} where ${own}`
  const [[seen], ...rows] = await db.batch([
    selectSeen(db).where(own).limit(1),
    ...selectFile(db, product, { via: 'session', userId }, now),
  ])
  return seen && { ...seen, file: fileOf(seen, rows, now) }
}

/** The file of a paid order for this claimant. One round trip. */
export async function findOrderFile(
  db: Db,
  seen: PaymentSeen,
  claimant: Claimant,
  now: number,
): Promise<OrderView['file']> {
  const product = sql`select ${scripts.id} from ${scripts} where ${eq(scripts.id, seen.payment.scriptId)}`
  return fileOf(seen, await db.batch(selectFile(db, product, claimant, now)), now)
}

/** The statements whose rows `fileOf` reads. `product`: an SQL query of the product's id. */
const selectFile = (db: Db, product: SQL, claimant: Claimant, now: number) =>
  [
    ...selectOffered(db, product, claimant, now),
    selectRunFacts(db, and(sql`${scriptReleases.scriptId} in (${product})`, isPublished(now))),
  ] as const

type RowsOf<Statements extends readonly unknown[]> = { [At in keyof Statements]: Awaited<Statements[At]> }

function fileOf(
  { payment }: PaymentSeen,
  rows: RowsOf<ReturnType<typeof selectFile>>,
  now: number,
): OrderView['file'] {
  if (!wasMade(payment.status)) return null
  const [grants, releases, choices, facts] = rows
  const release = offeredRelease(payment.scriptId, grants, releases, choices, now)
  if (!release) return null
  const { fileName: name, version, fileSize: size, sha256, logIndex } = release
  const run = facts.find(({ releaseId }) => releaseId === release.id)?.run ?? null
  return { name, version, size, sha256, isLogged: logIndex !== null, run: readRunFacts(run) }
}
