import { useState } from 'react'
import type { Finding, Risk } from '#shared/scan/contract.ts'
import { ANY, FINDING_TITLES, MANIFEST } from '#shared/scan/terms.ts'
import { Button } from '../../ui/button.tsx'

const SHOWN_FIRST = 5

export type UndeclaredListProps = {
  findings: Finding[]
  /** How many the scan found. `findings` has the first of them. */
  count: number
}

/** What the scan found and the manifest does not declare. */
export function UndeclaredList({ findings, count }: UndeclaredListProps) {
  const [all, setAll] = useState(false)
  const isLong = findings.length > SHOWN_FIRST
  const unlisted = count - findings.length
  return (
    <div className="grid min-w-0 gap-3">
      <p className="text-fg">
        The scan found {count} {count === 1 ? 'thing' : 'things'} that {MANIFEST} does not declare.
      </p>
      <ul aria-label="Not declared" className="grid min-w-0 gap-3">
        {(all ? findings : findings.slice(0, SHOWN_FIRST)).map((finding) => (
          <FindingItem
            key={`${finding.kind} ${finding.value} ${finding.path} ${finding.line}`}
            finding={finding}
          />
        ))}
      </ul>
      {unlisted > 0 && (all || !isLong) ? (
        <p className="text-muted text-xs">{unlisted} more are not listed here.</p>
      ) : null}
      {isLong ? (
        <Button size="sm" className="justify-self-start" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : unlisted > 0 ? `Show the first ${findings.length}` : 'Show all'}
        </Button>
      ) : null}
    </div>
  )
}

const FindingItem = ({ finding: { kind, value, path, line, code } }: { finding: Finding }) => (
  <li className="wrap-anywhere grid min-w-0 gap-1">
    <p className="min-w-0 text-fg">
      {FINDING_TITLES[kind]}:{' '}
      {value === ANY ? 'only known when it runs' : <span className="font-mono">{value}</span>}
    </p>
    <p className="min-w-0 font-mono text-muted text-xs">
      {path}:{line}
    </p>
    {code === '' ? null : (
      <code className="min-w-0 rounded-md border border-line bg-surface px-2 py-1 font-mono text-fg text-xs">
        {code}
      </code>
    )}
  </li>
)

/** What the version declares and another admin must confirm. `isFirst`: no other stable version is offered. */
export const RiskList = ({ risks, isFirst }: { risks: Risk[]; isFirst: boolean }) => (
  <div className="grid min-w-0 gap-3">
    <p className="text-fg">Another admin must confirm what this version declares:</p>
    <ul aria-label="To be confirmed" className="grid min-w-0 gap-1">
      {risks.map(({ kind, value }) => (
        <li key={`${kind} ${value}`} className="wrap-anywhere min-w-0 text-fg">
          {FINDING_TITLES[kind]}: {value === ANY ? 'anything' : <span className="font-mono">{value}</span>}
        </li>
      ))}
    </ul>
    {isFirst ? null : (
      <p className="text-muted text-xs">The announcement lists what is new in this declaration.</p>
    )}
  </div>
)
