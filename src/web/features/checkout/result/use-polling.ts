import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { useWhenOnline } from '../../../lib/use-when-online.ts'
import { FAILING_MS, type Polling, pollEvery, SPIN_MS } from './payment-phase.ts'
import { usePassed } from './use-passed.ts'

type Watched = { dataUpdatedAt: number; errorUpdatedAt: number; error: Error | null }

/** A new request clears the previous error, so the timestamps are compared. */
const hasFailed = ({ dataUpdatedAt, errorUpdatedAt }: Watched) => errorUpdatedAt > dataUpdatedAt

/** Polls until `isSettled`, at growing intervals, despite failures, and at once when the network is back. */
export function usePolling<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, DefaultError, Data, Key>,
  isSettled: (data: Data | undefined, errorStatus: number | null) => boolean,
) {
  const [since] = useState(() => Date.now())
  const [retrying, setRetrying] = useState(false)
  const query = useQuery<Data, DefaultError, Data, Key>({
    ...options,
    refetchInterval: ({ state }) =>
      isSettled(state.data, statusOf(state.error)) ? false : pollEvery(Date.now() - since),
    refetchIntervalInBackground: true,
  })

  const failed = hasFailed(query)
  const [lastStatus, setLastStatus] = useState<number | null>(null)
  const [failedSince, setFailedSince] = useState<number | null>(null)
  useEffect(() => setFailedSince(failed ? Date.now() : null), [failed])
  useEffect(() => (query.error ? setLastStatus(statusOf(query.error)) : undefined), [query.error])

  const polling: Polling = {
    errorStatus: query.error ? statusOf(query.error) : failed ? lastStatus : null,
    failing: usePassed(failedSince, FAILING_MS),
    waited: usePassed(since, SPIN_MS),
  }

  async function again() {
    setRetrying(true)
    await query.refetch({ cancelRefetch: false })
    setRetrying(false)
  }
  useWhenOnline(() => (isSettled(query.data, polling.errorStatus) ? undefined : again()))

  return { data: query.data, polling, again, retrying }
}

const statusOf = (error: Error | null): number | null =>
  error === null ? null : error instanceof ApiError ? error.status : 0
