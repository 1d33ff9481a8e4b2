import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { formatMoment } from '#shared/core/format-day.ts'
import { useSearchParams } from '../../lib/router/router-context.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { LockdownDialog } from './lockdown-dialog.tsx'
import { type LockdownView, readView } from './lockdown-view.ts'
import { lockdownQuery } from './queries.ts'

/** For an emergency. What is open is in the address, so that a mail can link to the report. */
export function LockdownCard() {
  const { data } = useQuery(lockdownQuery())
  const [query, setQuery] = useSearchParams()

  function show(next: LockdownView | null) {
    setQuery(
      (before) => {
        if (next === null) before.delete('show')
        else before.set('show', next)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return (
    <Card>
      <CardHeader className="gap-4 pb-5 sm:flex-row sm:items-center sm:justify-between sm:gap-6 sm:pb-6">
        <div className="min-w-0 max-w-copy">
          <CardTitle as="h2">Is your machine or wallet compromised?</CardTitle>
          <CardDescription className="mt-1">
            Lock down your account: one step replaces your licence keys, releases your devices, logs out every
            other device and stops the links in our emails.
          </CardDescription>
          {data?.last ? (
            <p className="mt-2 text-muted text-sm">
              Locked down on {formatMoment(data.last.lockedAt)}.{' '}
              <Button variant="link" aria-haspopup="dialog" onClick={() => show('lockdown-report')}>
                See what was done and what to do next
              </Button>
            </p>
          ) : null}
        </div>
        <Button
          variant="danger"
          aria-haspopup="dialog"
          className="self-start sm:self-center"
          onClick={() => show('lockdown')}
        >
          <ShieldAlert aria-hidden="true" />
          Lock Down Account
        </Button>
      </CardHeader>
      <LockdownDialog view={readView(query.get('show'))} state={data} onView={show} />
    </Card>
  )
}
