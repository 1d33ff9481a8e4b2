import { commit, type Db } from '../../../db/client.ts'
import type { PaymentProvider } from '../../../providers/payment-provider.ts'
import { arrivedAt, isOver, sumUp } from '../balance/rules.ts'
import { type BalanceCheckout, listBalanceCheckouts, sumOwnRefunds } from '../balance/store.ts'
import { recordBalanceCheckout } from '../balance/writes.ts'
import { isCrypto, type Observation } from '../rules.ts'
import type { Payment } from '../store.ts'
import type { OwnRefund } from './rules.ts'
import { listUnknownFailed } from './store.ts'

/**
 * The provider's current state of a payment: of its checkout and, after partial payments, of every checkout for the
 * balance. `ownRefundedCents`: the sum of our own refunds of the sale, for providers that do not report refunds.
 * `failed`: our refunds of the sale that failed at the provider and still count here; `failedOutside`: the same for
 * refunds of unapplied funds.
 * @throws ProviderDown
 */
export async function observePayment(
  db: Db,
  provider: PaymentProvider,
  payment: Payment,
  checkoutId: string,
  now: number,
): Promise<Observed> {
  const seen = await observePages(db, provider, payment, checkoutId, now)
  const ids = seen.observed.kind === 'paid' ? (seen.observed.failedRefundIds ?? []) : []
  const unknown = ids.length === 0 ? [] : await listUnknownFailed(db, payment.id, ids)
  return {
    ...seen,
    failed: unknown.filter(({ isOutside }) => !isOutside),
    failedOutside: unknown.filter(({ isOutside }) => isOutside),
  }
}

async function observePages(
  db: Db,
  provider: PaymentProvider,
  payment: Payment,
  checkoutId: string,
  now: number,
): Promise<{ observed: Observation; ownRefundedCents: number }> {
  if (!isCrypto(payment)) return { observed: await provider.observe(checkoutId), ownRefundedCents: 0 }
  const [balances, given] = await Promise.all([
    listBalanceCheckouts(db, payment.id),
    sumOwnRefunds(db, payment.id),
  ])
  const opened = balances.flatMap((balance) =>
    balance.checkoutId === null ? [] : [{ ...balance, checkoutId: balance.checkoutId }],
  )
  const [main, ...seen] = await Promise.all(
    [checkoutId, ...opened.map((balance) => balance.checkoutId)].map((id) => provider.observe(id)),
  )
  if (!main) throw new Error('Nothing was observed')
  await recordBalanceCheckouts(db, opened, seen, now)
  const pages = { main, balances: seen }
  const observed = sumUp(payment, pages, given.outside, given.outsideReferences)
  return { observed, ownRefundedCents: given.ofSale }
}

type Observed = {
  observed: Observation
  ownRefundedCents: number
  failed: OwnRefund[]
  failedOutside: OwnRefund[]
}

/** Stores changed observations of checkouts for the balance. A checkout that is closed makes room for the next one. */
async function recordBalanceCheckouts(
  db: Db,
  balances: readonly BalanceCheckout[],
  seen: readonly Observation[],
  now: number,
) {
  const changed = balances.flatMap((balance, index) => {
    const page = seen[index]
    if (!page) return []
    const said = { receivedCents: arrivedAt(page), over: isOver(page) }
    const isNew = said.receivedCents !== balance.receivedCents || (said.over && balance.closedAt === null)
    return isNew ? [recordBalanceCheckout(db, balance.id, said, now)] : []
  })
  await commit(db, changed)
}
