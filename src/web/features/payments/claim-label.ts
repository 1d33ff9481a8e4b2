import { formatUsd } from '#shared/core/money.ts'

/** The text for a refund that waits at the provider. The shop does not know whether it was claimed there. */
export const claimLabel = (returnedAmount: number) =>
  `${formatUsd(returnedAmount)} is ready to be refunded. Enter your wallet address on the provider’s page to receive it.`
