import { toUsd } from '#shared/core/money.ts'
import { toIso, toIsoOrNull } from '#shared/core/time.ts'
import type { Finding, PendingPayment, Run } from '#shared/recovery/contract.ts'
import type { Unsettled } from '../payments/unsettled/recover-payments.ts'
import type { FindingRow, RunRow } from './store.ts'

export const toPendingPayment = ({ payment, product, waiting }: Unsettled): PendingPayment => ({
  paymentId: payment.id,
  message: waiting.message,
  owner: waiting.owner,
  canComplete: waiting.canComplete,
  status: payment.status,
  provider: payment.paymentProvider,
  amount: toUsd(payment.amountCents),
  productName: product.name,
  userId: payment.userId,
  email: payment.email,
  createdAt: toIso(payment.createdAt),
  nextCheckAt: toIsoOrNull(payment.nextCheckAt),
})

export const toRun = ({ since, startedAt, finishedAt, ...run }: RunRow): Run => ({
  ...run,
  since: toIso(since),
  startedAt: toIso(startedAt),
  finishedAt: toIsoOrNull(finishedAt),
})

export const toFinding = ({ foundAt, lastSeenAt, resolvedAt, ...finding }: FindingRow): Finding => ({
  ...finding,
  foundAt: toIso(foundAt),
  lastSeenAt: toIso(lastSeenAt),
  resolvedAt: toIsoOrNull(resolvedAt),
})
