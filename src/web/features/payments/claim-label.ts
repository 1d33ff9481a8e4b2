import { formatUsd } from '../../lib/format-usd.ts'

/** Money that waits at the provider. Whether it was claimed there is not heard here, so both are said. */
export const claimLabel = (returnedAmount: number) =>
  `${formatUsd(returnedAmount)} is ready to be refunded. Enter your wallet address on the provider’s page to receive it.`
