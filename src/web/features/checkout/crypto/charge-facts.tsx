import type { OpenedCharge } from '#shared/payments/contract.ts'
import type { DataListRow } from '../../../ui/data/data-list.tsx'
import { TimeLeft } from './time-left.tsx'

const COINS = {
  coinbase: { asset: 'USDC (1 USDC pays 1 US dollar)', network: 'Base' },
  btcpay: {
    asset: 'Bitcoin, or another coin that the page offers',
    network: 'The one that the page names beside the address',
  },
} as const

/** The coin, the network and the time of a charge. */
export function chargeRows({ provider, expiresAt }: Partial<OpenedCharge>): DataListRow[] {
  const coin = provider && COINS[provider]
  return [
    ...(coin
      ? [
          { term: 'You send', value: coin.asset },
          { term: 'Network', value: coin.network },
        ]
      : []),
    ...(expiresAt ? [{ term: 'Time to pay', value: <TimeLeft until={expiresAt} /> }] : []),
  ]
}

const CASES = [
  [
    'Too little',
    'We keep count of it and email you. You then pay the rest, or get your money back. Network fees are not part of the price.',
  ],
  ['Too much', 'You get the product, and can have the excess sent back.'],
  ['Too late', 'Do not pay again. We complete your purchase when the money arrives, and email you.'],
  ['Another network', 'Only use the network that the page names. Coins sent on another one do not reach us.'],
] as const

/** What happens to money that does not match the charge. */
export const IfAmountDiffers = () => (
  <section aria-labelledby="if-amount-differs" className="mt-6">
    <h2 id="if-amount-differs" className="font-medium text-fg text-sm">
      If something differs
    </h2>
    <dl className="mt-2 flex flex-col gap-2 text-sm">
      {CASES.map(([term, text]) => (
        <div key={term} className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <dt className="text-fg">{term}</dt>
          <dd className="text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  </section>
)
