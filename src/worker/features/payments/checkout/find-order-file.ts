import { and, type SQL, sql } from 'drizzle-orm'
import type { OrderFile, OrderView } from '#shared/payments/contract.ts'
import type { AccountBatch } from '../../../db/account-batch.ts'
import type { Db } from '../../../db/client.ts'
import { grantedIds } from '../../../db/granted-ids.ts'
import { inList } from '../../../db/in-list.ts'
import { readRunFacts, selectRunFacts } from '../../../db/run-facts.ts'
import { scriptReleases, scripts } from '../../../db/schema/catalogue.ts'
import { payments } from '../../../db/schema/payments.ts'
import { isPublished } from '../../catalogue/read-products.ts'
import {
  type Claimant,
  type ClaimantIn,
  offeredRelease,
  selectOffered,
} from '../../downloads/find-download.ts'
import { grantedProducts } from '../repeat-purchase-rules.ts'
import { wasMade } from '../rules.ts'
import { isOwn, type PaymentSeen, selectSeen } from '../store.ts'

/**
 * What a paid order opens for its buyer: its file, or each product of its bundle with its file. A file is null where the
 * order is not paid, has no file, or gives no access any more.
 */
type OrderFiles = Pick<OrderView, 'file' | 'bundle'>

export type Order = PaymentSeen & OrderFiles

/**
 * The account's own payment with its files. Undefined for another account's payment. One round trip.
 * @throws Problem 401 as `batch`
 */
export async function findOwnOrder(
  db: Db,
  batch: AccountBatch,
  reference: number | string,
  now: number,
): Promise<Order | undefined> {
  const { results } = await batch((userId) => {
    const own = isOwn(userId, reference)
    const products = sql`select i.value from ${payments} join json_each(${grantedIds('payments')}) i where ${own}`
    const files = selectFiles(db, products, { via: 'session', userId }, now)
    return [selectSeen(db).where(own).limit(1), ...files] as const
  })
  const [[seen], ...rows] = results
  return seen && { ...seen, ...filesOf(seen, rows, now) }
}

/** The files of a paid order for this claimant. One round trip. */
export async function findOrderFiles(
  db: Db,
  seen: PaymentSeen,
  claimant: Claimant,
  now: number,
): Promise<OrderFiles> {
  const products = sql`select ${scripts.id} from ${scripts} where ${inList(scripts.id, grantedProducts(seen.payment))}`
  return filesOf(seen, await db.batch(selectFiles(db, products, claimant, now)), now)
}

/** The statements whose rows `filesOf` reads. `products`: an SQL query of the products' ids. */
const selectFiles = (db: Db, products: SQL, claimant: ClaimantIn, now: number) =>
  [
    ...selectOffered(db, products, claimant, now),
    selectRunFacts(db, and(sql`${scriptReleases.scriptId} in (${products})`, isPublished(now))),
    db
      .select({ id: scripts.id, name: scripts.name })
      .from(scripts)
      .where(sql`${scripts.id} in (${products})`),
  ] as const

type RowsOf<Statements extends readonly unknown[]> = { [At in keyof Statements]: Awaited<Statements[At]> }

function filesOf(
  { payment }: PaymentSeen,
  rows: RowsOf<ReturnType<typeof selectFiles>>,
  now: number,
): OrderFiles {
  const { scriptId, bundledIds, status } = payment
  const [grants, allReleases, choices, facts, names] = rows
  const fileOf = (id: number): OrderFile | null => {
    if (!wasMade(status)) return null
    const releases = allReleases.filter((release) => release.scriptId === id)
    const release = offeredRelease(id, grants, releases, choices, now)
    if (!release) return null
    const { fileName: name, version, fileSize: size, sha256, logIndex } = release
    const run = facts.find(({ releaseId }) => releaseId === release.id)?.run ?? null
    return { name, version, size, sha256, isLogged: logIndex !== null, run: readRunFacts(run) }
  }
  if (bundledIds === null) return { file: fileOf(scriptId), bundle: null }
  const nameOf = (id: number) => names.find((product) => product.id === id)?.name ?? ''
  return { file: null, bundle: bundledIds.map((id) => ({ id, name: nameOf(id), file: fileOf(id) })) }
}
