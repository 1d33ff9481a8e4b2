import { formatUsd } from '../../ui/format-usd.ts'

/** Money that waits at the provider. Whether it was claimed there is not heard here, so both are said. */
export const claimLabel = (returnedAmount: number) =>
  `${formatUsd(returnedAmount)} waits for you at the provider: say there which wallet it should go to. Once you have, it is on its way.`
