import { CircleSlash, FileCheck2, KeyRound, Laptop, Lock, RotateCcw } from 'lucide-react'
import type { Fact } from '../../ui/data/fact-list.tsx'

/** Facts about the files. Each must be true of every script in the catalogue. */
export const FILE_FACTS: readonly Fact[] = [
  { Icon: KeyRound, title: 'No private keys', text: 'Nothing asks for a key or a seed phrase.' },
  { Icon: Laptop, title: 'Runs on your machine', text: 'Plain Python or Node.js you can read first.' },
  { Icon: FileCheck2, title: 'Checkable files', text: 'A SHA-256 for every release you download.' },
]

/** Facts about payments. `crypto`: the name of the crypto provider; null: none. */
export const moneyFacts = (crypto: string | null): readonly Fact[] => [
  {
    Icon: RotateCcw,
    title: '7-day money-back guarantee',
    text: 'Ask for it in your dashboard within 7 days.',
  },
  { Icon: CircleSlash, title: 'Cancel anytime', text: 'In your dashboard, without asking anybody.' },
  {
    Icon: Lock,
    title: 'Secure payment pages',
    text: `On the page of Stripe${crypto === null ? '' : ` or ${crypto}`}, not on ours.`,
  },
]
