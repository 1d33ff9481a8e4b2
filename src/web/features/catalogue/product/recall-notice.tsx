import { TriangleAlert } from 'lucide-react'
import type { RecalledRelease } from '#shared/catalogue/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { AppLink } from '../../../lib/app-link.tsx'

/** The versions that nobody must run. */
export function RecallNotice({ recalled }: { recalled: readonly RecalledRelease[] }) {
  return (
    <section aria-labelledby="recalled" className="rounded-xl border border-danger/60 bg-danger-soft p-5">
      <h2 id="recalled" className="flex items-center gap-2.5 font-semibold text-fg">
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />
        {recalled.length === 1 ? 'A version was recalled' : 'Versions were recalled'}
      </h2>
      <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4">
        {recalled.map(({ version, recalledAt, reason, advice }) => (
          <li key={version} className="grid max-w-copy gap-1 wrap-anywhere text-fg text-sm">
            <p className="font-medium">
              Do not run version {version}. We recalled it on{' '}
              <time dateTime={recalledAt}>{formatDay(recalledAt)}</time>.
            </p>
            <p className="whitespace-pre-line">Why: {reason}</p>
            <p className="whitespace-pre-line">What to do: {advice}</p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted text-sm">
        Not sure which version you have?{' '}
        <AppLink to="/verify" className={LINK}>
          Check your file
        </AppLink>
        .
      </p>
    </section>
  )
}

const LINK = 'rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current'
