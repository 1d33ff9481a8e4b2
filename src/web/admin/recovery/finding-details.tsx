import { formatUsd } from '#shared/core/money.ts'

/** The values that the reconciliation found, one row each. */
export function FindingDetails({ details }: { details: Record<string, unknown> }) {
  const rows = Object.entries(details).filter(([, value]) => value !== null && value !== '')
  if (rows.length === 0) return null
  return (
    <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs">
      {rows.map(([name, value]) => (
        <div key={name} className="flex min-w-0 gap-1.5">
          <dt className="shrink-0 text-subtle">{nameOf(name)}</dt>
          <dd className="min-w-0 break-words font-mono text-muted">{shownAs(name, value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** enteredCents → "Entered", eventId → "Event id". */
function nameOf(name: string): string {
  const label = name
    .replace(/Cents$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function shownAs(name: string, value: unknown): string {
  if (name.endsWith('Cents') && typeof value === 'number') return formatUsd(value / 100)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
