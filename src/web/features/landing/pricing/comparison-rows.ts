export type ComparedPlan = 'script' | 'premium' | 'lifetime'
export type ComparisonRow = { term: string } & Record<ComparedPlan, string>

/** The benefits of each way to buy, without the price. */
export const comparisonRows = (hasCrypto: boolean): readonly ComparisonRow[] => [
  {
    term: 'You pay',
    script: 'Once',
    premium: `Monthly by card until you cancel${hasCrypto ? ', or one month in crypto' : ''}`,
    lifetime: 'Once',
  },
  {
    term: 'Scripts',
    script: 'The one you choose',
    premium: 'Every script while you subscribe',
    lifetime: 'Every script, later ones too',
  },
  { term: 'Updates', script: '3 months', premium: 'While you subscribe', lifetime: 'For life' },
  {
    term: 'Afterwards',
    script: 'Your releases stay downloadable, with security updates',
    premium: 'Downloads end with the paid month',
    lifetime: 'Nothing ends',
  },
  {
    term: 'Devices',
    script: '2 on the same IP address',
    premium: '5 at once',
    lifetime: '2 on the same IP address',
  },
  {
    term: 'Support',
    script: 'By email',
    premium: 'Priority, by email',
    lifetime: 'Priority, with a dedicated support manager',
  },
  { term: 'Custom scripts', script: 'None', premium: 'None', lifetime: '2 free' },
  { term: 'Private community', script: 'No', premium: 'No', lifetime: 'Yes' },
  {
    term: 'Money-back guarantee',
    script: '7 days',
    premium: '7 days',
    lifetime: '7 days',
  },
]

export const COMPARED_PLANS: readonly { key: ComparedPlan; name: string }[] = [
  { key: 'script', name: 'Single script' },
  { key: 'premium', name: 'Premium' },
  { key: 'lifetime', name: 'Lifetime' },
]
