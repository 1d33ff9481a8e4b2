import { Badge } from '../../ui/data/badge.tsx'

/** The first steps of a real dry run of the Monad Testnet Farmer 1.2.0 with its example configuration. */
const steps = [
  { at: '11:00', wallet: 'second', action: 'swap', amount: '0.0744' },
  { at: '15:18', wallet: 'second', action: 'swap', amount: '0.0554' },
  { at: '19:26', wallet: 'main', action: 'wrap', amount: '0.0480' },
  { at: '19:53', wallet: 'main', action: 'mint-nft', amount: '0.0541' },
]

export function AgendaPreview() {
  return (
    <figure className="border-line border-t bg-bg px-5 pt-3 pb-4 sm:px-7">
      <ul className="divide-y divide-line font-mono text-xs">
        {steps.map(({ at, wallet, action, amount }) => (
          <li key={at} className="flex h-10 items-center gap-3 sm:gap-4">
            <span className="text-muted">{at}</span>
            <span className="w-14 text-muted">{wallet}</span>
            <span className="min-w-0 flex-1 truncate text-fg">{action}</span>
            <span className="text-fg">
              {amount}
              <span className="max-xs:hidden"> MON</span>
            </span>
            <Badge className="font-sans">planned</Badge>
          </li>
        ))}
      </ul>
      <figcaption className="mt-2 text-subtle text-xs">
        Day one of a dry run: Monad Testnet Farmer 1.2.0, example configuration
      </figcaption>
    </figure>
  )
}
