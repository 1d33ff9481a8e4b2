import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card, CardDescription, CardFooter, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { endOtherSessions, sessionsQuery } from './queries.ts'
import { SessionRow } from './session-row.tsx'
import { useEndSessions } from './use-end-sessions.ts'

const SHOWN = 5

/** The account's sessions: this device first, then the newest logins. */
export function SessionsCard() {
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery())
  const endOthers = useEndSessions(endOtherSessions)
  const [all, setAll] = useState(false)
  const mineFirst = data?.toSorted((a, b) => Number(b.current) - Number(a.current))
  const hidden = (data?.length ?? 0) - SHOWN
  return (
    <Card>
      <CardHeader className="pb-4">
        <CardTitle as="h2">Logged-in devices</CardTitle>
        <CardDescription>The devices where you are logged in.</CardDescription>
      </CardHeader>
      {error ? (
        <ErrorState
          bare
          title="Your devices could not be loaded"
          text={reasonOf(error, 'An unexpected error occurred')}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {mineFirst ? (
            (all ? mineFirst : mineFirst.slice(0, SHOWN)).map((session) => (
              <SessionRow key={session.id} session={session} />
            ))
          ) : (
            <Waiting />
          )}
        </ul>
      )}
      {data && data.length > 1 ? (
        <CardFooter className="justify-between">
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Log out other devices
          </Button>
          {hidden > 0 ? (
            <Button variant="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? 'Show fewer' : `Show ${hidden} more`}
            </Button>
          ) : null}
        </CardFooter>
      ) : null}
    </Card>
  )
}

const Waiting = () => (
  <li className="px-5 py-3.5 sm:px-6">
    <Skeleton className="my-0.75 w-40" />
    <Skeleton className="mt-2 h-3 w-56" />
  </li>
)
