import type Stripe from 'stripe'
import type { Box } from '../../box.ts'
import { newId } from '../../ids.ts'
import { seconds } from '../clock.ts'
import { emit } from '../emit.ts'
import { invalidRequest } from '../errors.ts'
import { buildDispute } from '../objects/dispute.ts'
import { idOf, listKind, load, save } from '../objects/store.ts'

type Dispute = Stripe.Dispute

/** The buyer's bank withdraws the money until its decision. A charge can be disputed once. */
export function openDispute(box: Box, charge: Stripe.Charge): Dispute {
  if (charge.disputed) throw invalidRequest(`Charge ${charge.id} is disputed already.`)
  const dispute = save(box, buildDispute(charge))
  withdraw(box, dispute, 'charge.dispute.created')
  return dispute
}

/** The buyer's bank opens an inquiry before a dispute: no money moves. */
export function openInquiry(box: Box, charge: Stripe.Charge): Dispute {
  const inquiry = save(box, buildDispute(charge, 'warning_needs_response'))
  emit(box, 'charge.dispute.created', inquiry)
  return inquiry
}

/** The inquiry becomes a dispute. */
export function escalateInquiry(box: Box, inquiry: Dispute): Dispute {
  if (!inquiry.status.startsWith('warning_')) return inquiry
  const dispute = save(box, { ...inquiry, status: 'needs_response', is_charge_refundable: false })
  withdraw(box, dispute, 'charge.dispute.updated')
  return dispute
}

function withdraw(
  box: Box,
  dispute: Dispute,
  type: 'charge.dispute.created' | 'charge.dispute.updated',
): void {
  const charge = load(box, 'charge', idOf(dispute.charge) ?? '')
  save(box, { ...charge, disputed: true })
  emit(box, type, dispute)
  emit(box, 'charge.dispute.funds_withdrawn', dispute)
  endWarnings(box, charge.id)
}

/** The shop has sent its evidence. */
export function reviewDispute(box: Box, dispute: Dispute): Dispute {
  const status = (
    { needs_response: 'under_review', warning_needs_response: 'warning_under_review' } as const
  )[dispute.status as 'needs_response' | 'warning_needs_response']
  if (status === undefined) return dispute
  const details = { ...dispute.evidence_details, has_evidence: true, submission_count: 1 }
  const reviewed = save(box, { ...dispute, status, evidence_details: details })
  emit(box, 'charge.dispute.updated', reviewed, { status: dispute.status })
  return reviewed
}

/** The bank decides. A won dispute returns the money to the shop. An inquiry closes without a dispute. */
export function closeDispute(box: Box, dispute: Dispute, status: 'won' | 'lost' | 'warning_closed'): Dispute {
  if (['won', 'lost', 'warning_closed'].includes(dispute.status)) return dispute
  const closed = save(box, { ...dispute, status })
  if (status === 'won') {
    save(box, { ...load(box, 'charge', idOf(dispute.charge) ?? ''), disputed: false })
    emit(box, 'charge.dispute.funds_reinstated', closed)
  }
  emit(box, 'charge.dispute.closed', closed, { status: dispute.status })
  return closed
}

/** The issuer of the card reports a payment as probable fraud. */
export function warnOfFraud(box: Box, charge: Stripe.Charge): Stripe.Radar.EarlyFraudWarning {
  const warning = save(box, {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.disputed && !charge.refunded,
    charge: charge.id,
    created: seconds(),
    fraud_type: 'unauthorized_use_of_card',
    livemode: false,
    payment_intent: idOf(charge.payment_intent) ?? '',
  })
  emit(box, 'radar.early_fraud_warning.created', warning)
  return warning
}

/** Warnings about a charge are not actionable after a dispute or a full refund. */
export function endWarnings(box: Box, charge: string): void {
  for (const warning of listKind(box, 'radar.early_fraud_warning', -1, { charge })) {
    if (!warning.actionable) continue
    emit(box, 'radar.early_fraud_warning.updated', save(box, { ...warning, actionable: false }), {
      actionable: true,
    })
  }
}
