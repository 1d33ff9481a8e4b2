import { PageSection } from '../../ui/layout/page-section.tsx'
import { useCryptoName } from '../payments/use-crypto-name.ts'
import { DryRun } from './dry-run.tsx'

const steps = (hasCrypto: boolean) => [
  {
    title: 'Purchase & Download',
    text: `Pay by ${hasCrypto ? 'card or crypto' : 'card'}. Once it is confirmed, the file is in your dashboard and you get a download link by email.`,
  },
  {
    title: 'Setup Your Wallets',
    text: 'Write your public addresses, balances and budgets into one configuration file. No\u00a0keys,\u00a0ever.',
  },
  {
    title: 'Configure Settings',
    text: 'Choose days, hours, limits and rest days. A dry run shows every step and what it would cost.',
  },
  {
    title: 'Start Farming',
    text: 'Sign each step in your own wallet. Change a setting and make a new plan whenever you like.',
  },
]

export function HowItWorks() {
  const hasCrypto = useCryptoName() !== null
  return (
    <PageSection
      id="how-it-works"
      tinted
      title="How it works"
      lead="From the download to the first plan in a few minutes, with nothing to install but Python or Node.js. A plan is no promise of an airdrop."
    >
      <div className="grid items-start gap-x-16 gap-y-6 sm:gap-y-12 lg:grid-cols-2">
        <ol className="flex flex-col">
          {steps(hasCrypto).map(({ title, text }, index) => (
            <li key={title} className="group relative flex gap-4 pb-4 sm:gap-5 sm:pb-8 last:pb-0">
              <span
                aria-hidden="true"
                className="absolute top-9 bottom-0 left-4.5 w-px bg-line group-last:hidden"
              />
              <span
                aria-hidden="true"
                className="grid size-9 shrink-0 place-items-center rounded-full border border-line-strong bg-bg font-mono text-fg text-sm"
              >
                {index + 1}
              </span>
              <div className="pt-1">
                <h3 className="font-semibold text-base text-fg sm:text-lg">{title}</h3>
                <p className="mt-0.5 text-muted text-sm sm:mt-1 sm:text-base">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <DryRun />
      </div>
    </PageSection>
  )
}
