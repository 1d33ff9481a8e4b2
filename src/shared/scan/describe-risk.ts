import type { Risk } from './contract.ts'
import { ANY, FINDING_TITLES, type KeyUse } from './terms.ts'

const KEYS: Record<KeyUse, string> = {
  none: 'Asks for no keys',
  addresses: 'Uses public addresses',
  'signs-locally': 'Signs on your computer with your key',
  'needs-key': 'Needs a private key',
}

/** What a script declares, as a sentence without its full stop: 'Connects to api.example.org'. */
export function describeRisk({ kind, value }: Risk): string {
  if (kind === 'keys') return KEYS[value as KeyUse] ?? value
  const what =
    value !== ANY
      ? value
      : kind === 'network'
        ? 'any address that its settings name'
        : 'anything that only the run decides'
  return `${FINDING_TITLES[kind]} ${what}`
}
