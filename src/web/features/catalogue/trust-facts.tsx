import { FileCheck2, KeyRound, WifiOff } from 'lucide-react'

const facts = [
  {
    Icon: KeyRound,
    title: 'Never asks for keys',
    text: 'No private key, no seed phrase. Public addresses are enough.',
  },
  { Icon: WifiOff, title: 'Runs offline', text: 'On your computer, as plain text you can read first.' },
  { Icon: FileCheck2, title: 'Can be checked', text: 'Published with its SHA-256, and never changed after.' },
]

export function TrustFacts() {
  return (
    <ul className="grid gap-x-8 gap-y-5 border-line border-t pt-8 sm:grid-cols-3">
      {facts.map(({ Icon, title, text }) => (
        <li key={title} className="flex gap-3 text-sm">
          <Icon aria-hidden="true" className="mt-px size-5 shrink-0 text-subtle" />
          <div>
            <p className="font-medium text-fg">{title}</p>
            <p className="text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
