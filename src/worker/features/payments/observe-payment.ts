import { commit, type Db } from '../../db/client.ts'
import type { PaymentProvider } from '../../providers/payment-provider.ts'
import { noteRest } from './part-writes.ts'
import { arrivedAt, isOver, sumUp } from './received-rules.ts'
import { isCrypto, type Observation } from './rules.ts'
import { findGivenBack, listRests, type Payment, type Rest } from './store.ts'

/**
 * What the provider says of a payment now: of its page and, where something was paid in parts, of every page for the
 * rest. `givenBack`: what our own refunds of the sale gave back, for providers that do not say.
 * @throws ProviderDown
 */
export async function observePayment(
  db: Db,
  provider: PaymentProvider,
  payment: Payment,
  checkoutId: string,
  now: number,
): Promise<{ observed: Observation; givenBack: number }> {
  if (!isCrypto(payment)) return { observed: await provider.observe(checkoutId), givenBack: 0 }
  const [rests, given] = await Promise.all([listRests(db, payment.id), findGivenBack(db, payment.id)])
  const opened = rests.flatMap((rest) =>
    rest.checkoutId === null ? [] : [{ ...rest, checkoutId: rest.checkoutId }],
  )
  const [main, ...seen] = await Promise.all(
    [checkoutId, ...opened.map((rest) => rest.checkoutId)].map((id) => provider.observe(id)),
  )
  if (!main) throw new Error('Nothing was observed')
  await noteRests(db, opened, seen, now)
  return { observed: sumUp(payment, { main, rests: seen }, given.outside), givenBack: given.ofSale }
}

/** A page that ended makes room for the next one. */
async function noteRests(db: Db, rests: readonly Rest[], seen: readonly Observation[], now: number) {
  const news = rests.flatMap((rest, index) => {
    const page = seen[index]
    if (!page) return []
    const said = { receivedCents: arrivedAt(page), over: isOver(page) }
    const isNew = said.receivedCents !== rest.receivedCents || (said.over && rest.closedAt === null)
    return isNew ? [noteRest(db, rest.id, said, now)] : []
  })
  await commit(db, news)
}
