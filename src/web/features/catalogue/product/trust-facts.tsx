import { FileCheck2, KeyRound, WifiOff } from 'lucide-react'
import { FactList } from '../../../ui/data/fact-list.tsx'

const facts = [
  {
    Icon: KeyRound,
    title: 'Never asks for keys',
    text: 'No private key, no seed phrase. Public addresses are enough.',
  },
  {
    Icon: WifiOff,
    title: 'Runs offline',
    text: 'On your computer, as plain text you can read first. Only a licence check that you switch on calls the shop.',
  },
  {
    Icon: FileCheck2,
    title: 'Can be checked',
    text: 'Published with its SHA-256, and never changed afterwards.',
  },
]

export const TrustFacts = () => (
  <FactList facts={facts} className="gap-x-8 border-line border-t pt-8 sm:grid-cols-3" />
)
