import type Stripe from 'stripe'
import type { Box } from '../../box.ts'
import { emit } from '../emit.ts'
import { invalidRequest } from '../errors.ts'
import { buildDispute } from '../objects/dispute.ts'
import { idOf, load, save } from '../objects/store.ts'

/** The buyer's bank takes the money back for now. A charge is disputed once. */
export function openDispute(box: Box, charge: Stripe.Charge): Stripe.Dispute {
  if (charge.disputed) throw invalidRequest(`Charge ${charge.id} is disputed already.`)
  save(box, { ...charge, disputed: true })
  const dispute = save(box, buildDispute(charge))
  emit(box, 'charge.dispute.created', dispute)
  emit(box, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** The bank decides; a dispute that was won brings the money back. */
export function closeDispute(box: Box, dispute: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute {
  if (dispute.status === 'won' || dispute.status === 'lost') return dispute
  const closed = save(box, { ...dispute, status })
  if (status === 'won') {
    save(box, { ...load(box, 'charge', idOf(dispute.charge) ?? ''), disputed: false })
    emit(box, 'charge.dispute.funds_reinstated', closed)
  }
  emit(box, 'charge.dispute.closed', closed, { status: dispute.status })
  return closed
}
