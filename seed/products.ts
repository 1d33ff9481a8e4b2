/**
 * The sample catalogue. Ids 2 and 12 are the plans: a migration inserts their rows, and only their releases are seeded.
 * Releases are sorted from oldest to newest. `directory` is relative to `seed/files` and is the input of `packRelease`.
 */
export interface SeedRelease {
  version: string
  changelog: string
  publishedDaysAgo: number
  directory: string
}

export type SeedCategory = 'Wallet' | 'Farming' | 'Analytics' | 'Multi-chain' | 'Automation'

export interface SeedProduct {
  id: number
  slug: string
  name: string
  description: string
  priceCents: number
  isSubscription: boolean
  tier: 'script' | 'premium' | 'lifetime'
  category: SeedCategory
  features: string[]
  requirements: string[]
  releases: SeedRelease[]
}

const python = [
  'Python 3.9 or newer, standard library only',
  'Windows, macOS or Linux',
  'Public addresses only',
]
const node = [
  'Node.js 20 or newer, built-in modules only',
  'Windows, macOS or Linux',
  'Public addresses only',
]

/** The feature texts decide the category badge (first match wins): check `categoryOf` in check.ts before a change. */
export const products: readonly SeedProduct[] = [
  {
    id: 1,
    slug: 'monad',
    name: 'Monad Testnet Farmer',
    description:
      'Plans a daily mix of Monad testnet actions per address: swaps, staking, liquidity, mints, votes. Simulates balances offline, reminds you of the faucet, and exports unsigned intents; you sign in your own wallet.',
    priceCents: 4900,
    isSubscription: false,
    tier: 'script',
    category: 'Farming',
    features: [
      'Farm plan for Monad testnet, chain id 10143',
      'Stakes and liquidity close after a random hold',
      'Faucet reminders refill the simulated balance',
      'Rest days, daily limits and a budget per address',
      'Same seed, same plan',
    ],
    requirements: python,
    releases: [
      {
        version: '1.0.0',
        changelog:
          'First release: swaps, wraps, NFT mints and deployments at seeded random times within a budget.',
        publishedDaysAgo: 150,
        directory: 'monad/1.0.0',
      },
      {
        version: '1.1.0',
        changelog: 'Stakes are planned in pairs with their unstake. Rest days per week.',
        publishedDaysAgo: 71,
        directory: 'monad/1.1.0',
      },
      {
        version: '1.2.0',
        changelog:
          'Faucet reminders, a focus per address (balanced, trading, staking, building), liquidity in pairs, votes, and a coverage table in the summary.',
        publishedDaysAgo: 9,
        directory: 'monad/1.2.0',
      },
    ],
  },
  {
    id: 2,
    slug: 'premium',
    name: 'Premium',
    description:
      'Every script in the catalogue while you subscribe, plus a starter kit: three guides and a run scheduler that merges several plans into one agenda.',
    priceCents: 2999,
    isSubscription: true,
    tier: 'premium',
    category: 'Automation',
    features: ['Unlimited script downloads', 'Ongoing updates', 'Priority email support', 'Priority support'],
    requirements: python,
    releases: [
      {
        version: '1.0.0',
        changelog:
          'Starter kit: run scheduler, and guides for the first week, budgets and fees, and safe habits.',
        publishedDaysAgo: 60,
        directory: 'premium/1.0.0',
      },
    ],
  },
  {
    id: 3,
    slug: 'soneium',
    name: 'Soneium Season Farmer',
    description:
      'Spreads what a Soneium season still asks of each address evenly over the days left, within your daily limit and budget. Runs offline and exports unsigned intents; you sign in your own wallet.',
    priceCents: 3900,
    isSubscription: false,
    tier: 'script',
    category: 'Farming',
    features: [
      'Farms season targets on Soneium, chain id 1868',
      'Subtracts what you have already done',
      'Closes lending and liquidity before the season ends',
      'Progress table per address and action',
    ],
    requirements: node,
    releases: [
      {
        version: '1.0.0',
        changelog: 'First release: weekly targets spread over random days.',
        publishedDaysAgo: 112,
        directory: 'soneium/1.0.0',
      },
      {
        version: '1.1.0',
        changelog:
          'Season totals instead of weekly counts, with what is done subtracted. Positions are closed on the last day. New progress.csv. The field weeklyTargets became seasonTargets.',
        publishedDaysAgo: 23,
        directory: 'soneium/1.1.0',
      },
    ],
  },
  {
    id: 4,
    slug: 'unichain',
    name: 'Unichain Liquidity Planner',
    description:
      'Plans bridging to Unichain, liquidity in price ranges, re-centring and the three-part way back. Computes ticks from your price. Works offline, exports unsigned intents; you sign in your own wallet.',
    priceCents: 5900,
    isSubscription: false,
    tier: 'script',
    category: 'Multi-chain',
    features: [
      'Bridges between Ethereum and Unichain in the plan',
      'Tick ranges from price, width and fee tier',
      'Days to look at the range again',
      'Withdrawal planned as initiate, prove, finalise',
      'Budget and fee reserve per address',
    ],
    requirements: python,
    releases: [
      {
        version: '1.0.0',
        changelog: 'First release: bridge in, full-range liquidity, hold, remove.',
        publishedDaysAgo: 97,
        directory: 'unichain/1.0.0',
      },
      {
        version: '1.1.0',
        changelog:
          'Price ranges with usable ticks, re-centring days, and the way back to Ethereum. The field holdDays is one number now.',
        publishedDaysAgo: 31,
        directory: 'unichain/1.1.0',
      },
    ],
  },
  {
    id: 5,
    slug: 'layerzero',
    name: 'LayerZero Route Planner',
    description:
      'Plans round trips of one asset over Ethereum, BNB Smart Chain, Polygon, Solana, Avalanche, Arbitrum, Optimism and Base. Message fees stay below your limit. Offline; exports unsigned intents you sign yourself.',
    priceCents: 8900,
    isSubscription: false,
    tier: 'script',
    category: 'Multi-chain',
    features: [
      'Cross-chain round trips over up to eight networks',
      'Never turns straight back, ends where it began',
      'Fee limit per route, the way home included',
      'Lists endpoint ids and lanes used',
    ],
    requirements: [...python, 'Message fees you look up yourself'],
    releases: [
      {
        version: '1.0.0',
        changelog: 'First release.',
        publishedDaysAgo: 44,
        directory: 'layerzero/1.0.0',
      },
    ],
  },
  {
    id: 6,
    slug: 'scroll',
    name: 'Scroll Session Planner',
    description:
      'Places short sessions of Scroll actions into the cheapest hours of your own gas table. Simulates balances offline and exports unsigned intents; you sign in your own wallet.',
    priceCents: 2900,
    isSubscription: false,
    tier: 'script',
    category: 'Automation',
    features: [
      'Swap, lending, liquidity and profile sessions',
      'Cheapest hours from your gas table',
      'Random pauses between the actions of a session',
      'Budget and reserve per address',
    ],
    requirements: [...node, 'Gas prices per hour that you look up yourself'],
    releases: [
      { version: '1.0.0', changelog: 'First release.', publishedDaysAgo: 85, directory: 'scroll/1.0.0' },
    ],
  },
  {
    id: 7,
    slug: 'base',
    name: 'Base Streak Planner',
    description:
      'Plans one small Base action a day and a larger one each week and month, as a table and a calendar file with reminders. Works offline, exports unsigned intents; you sign in your own wallet.',
    priceCents: 3500,
    isSubscription: false,
    tier: 'script',
    category: 'Automation',
    features: [
      'Daily, weekly and monthly actions on Base',
      'Calendar file with one reminder per step',
      'No action twice in a row when there is a choice',
      'Breaks on the dates you name',
    ],
    requirements: node,
    releases: [
      { version: '1.0.0', changelog: 'First release.', publishedDaysAgo: 52, directory: 'base/1.0.0' },
    ],
  },
  {
    id: 8,
    slug: 'starknet',
    name: 'Starknet Account Planner',
    description:
      'Bundles Starknet actions into multicalls per account and shows what that saves by your fee numbers. Cleans up addresses first. Offline; exports unsigned intents you sign in your own wallet.',
    priceCents: 4500,
    isSubscription: false,
    tier: 'script',
    category: 'Wallet',
    features: [
      'One canonical address per wallet, duplicates refused',
      'Several calls bundled into one transaction',
      'Account deployment planned first where needed',
      'Fee comparison with single transactions',
    ],
    requirements: python,
    releases: [
      { version: '1.0.0', changelog: 'First release.', publishedDaysAgo: 38, directory: 'starknet/1.0.0' },
    ],
  },
  {
    id: 9,
    slug: 'berachain',
    name: 'Berachain Vault Farmer',
    description:
      'Plans reward vaults on Berachain: enter, claim, boost, leave. How often to claim follows from the fee limit you set. Works offline, exports unsigned intents; you sign in your own wallet.',
    priceCents: 5500,
    isSubscription: false,
    tier: 'script',
    category: 'Farming',
    features: [
      'Farm plan for reward vaults, from entry to exit',
      'Claim rhythm from your fee and reward numbers',
      'One claim serves all vaults that are due',
      'Boosts split over the validators you choose',
    ],
    requirements: [...python, 'Reward numbers that you look up yourself'],
    releases: [
      {
        version: '1.0.0',
        changelog: 'First release: fixed claim rhythm and one validator.',
        publishedDaysAgo: 104,
        directory: 'berachain/1.0.0',
      },
      {
        version: '1.1.0',
        changelog:
          'Claim rhythm from a fee limit, joint claims, boosts split over validators, exit on the last day. The fields claimEveryDays and boostValidator are gone.',
        publishedDaysAgo: 17,
        directory: 'berachain/1.1.0',
      },
    ],
  },
  {
    id: 10,
    slug: 'megaeth',
    name: 'MegaETH Burst Planner',
    description:
      'Plans bursts of small MegaETH testnet transactions, seconds apart, with nonces counted per address and a daily limit. Nothing is sent: it exports unsigned intents you sign in your own wallet.',
    priceCents: 2500,
    isSubscription: false,
    tier: 'script',
    category: 'Automation',
    features: [
      'Bursts with random spacing in seconds',
      'Nonces in order for every address',
      'Daily transaction limit',
      'Your own mix of actions by weight',
    ],
    requirements: [...python, 'The next nonce of each address, from an explorer'],
    releases: [
      { version: '1.0.0', changelog: 'First release.', publishedDaysAgo: 27, directory: 'megaeth/1.0.0' },
    ],
  },
  {
    id: 11,
    slug: 'abstract',
    name: 'Abstract Badge Planner',
    description:
      'Orders badge tasks on Abstract by priority and deadline within a daily limit and budget. Plans a badge whole or not at all. Offline; exports unsigned intents you sign in your own wallet.',
    priceCents: 3200,
    isSubscription: false,
    tier: 'script',
    category: 'Automation',
    features: [
      'Deadlines, priorities and repeat intervals',
      'No spending on badges that cannot be finished',
      'Skips the badges an address has earned',
      'Verdict per badge: planned, over budget, too late',
    ],
    requirements: [...node, 'Badge tasks that you look up yourself'],
    releases: [
      { version: '1.0.0', changelog: 'First release.', publishedDaysAgo: 20, directory: 'abstract/1.0.0' },
    ],
  },
  {
    id: 12,
    slug: 'lifetime',
    name: 'Lifetime',
    description:
      'Every script in the catalogue and all later updates, plus an operator kit: three guides, a brief for your custom scripts and a journal that compares plans with what really happened.',
    priceCents: 29999,
    isSubscription: false,
    tier: 'lifetime',
    category: 'Automation',
    features: [
      'Unlimited downloads',
      'Lifetime updates',
      'Dedicated support manager',
      'Priority support',
      '2 free custom scripts',
      'Private community access',
    ],
    requirements: python,
    releases: [
      {
        version: '1.0.0',
        changelog:
          'Operator kit: plan journal, guides for the weekly routine, incidents and records, brief for custom scripts.',
        publishedDaysAgo: 48,
        directory: 'lifetime/1.0.0',
      },
    ],
  },
  {
    id: 13,
    slug: 'wallet-health',
    name: 'Wallet Health Checker',
    description:
      'Checks public addresses and your explorer exports for mistyped checksums, look-alike senders, and unlimited or old approvals. Read-only and offline: nothing to sign, nothing to connect.',
    priceCents: 1900,
    isSubscription: false,
    tier: 'script',
    category: 'Wallet',
    features: [
      'Wallet addresses checked: EVM checksum and Solana format',
      'Finds look-alike senders in your history',
      'Lists unlimited and old token approvals',
      'Read-only, public addresses are enough',
    ],
    requirements: [...python, 'CSV exports of transfers and approvals (optional)'],
    releases: [
      {
        version: '1.0.0',
        changelog: 'First release.',
        publishedDaysAgo: 66,
        directory: 'wallet-health/1.0.0',
      },
    ],
  },
  {
    id: 14,
    slug: 'eligibility-ledger',
    name: 'Airdrop Eligibility Ledger',
    description:
      'Turns CSV exports of your activity into totals per address and month, and shows the exact gap to each criterion you enter. Read-only and offline; it does not know the rules of a project.',
    priceCents: 999,
    isSubscription: true,
    tier: 'script',
    category: 'Analytics',
    features: [
      'Analytics per address: months, protocols, volume',
      'Gap to each criterion you enter',
      'Merges exports and removes duplicates',
      'Month table as CSV',
    ],
    requirements: [...node, 'CSV exports of your activity'],
    releases: [
      {
        version: '1.0.0',
        changelog: 'First release: totals per address from one CSV file.',
        publishedDaysAgo: 128,
        directory: 'eligibility-ledger/1.0.0',
      },
      {
        version: '1.1.0',
        changelog: 'Criteria sets. Columns in any order, quoted cells.',
        publishedDaysAgo: 74,
        directory: 'eligibility-ledger/1.1.0',
      },
      {
        version: '1.2.0',
        changelog:
          'Several files with duplicates removed, dates per criteria set, exact gaps, month table. The field activityCsv is a list now and a tx column is needed.',
        publishedDaysAgo: 12,
        directory: 'eligibility-ledger/1.2.0',
      },
    ],
  },
]
