import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../app/api.ts'
import { useWhenOnline } from '../../app/use-when-online.ts'
import { type Asking, askEvery, FAILING_MS, SPIN_MS } from './payment-phase.ts'
import { usePassed } from './use-passed.ts'

type Watched = { dataUpdatedAt: number; errorUpdatedAt: number; error: Error | null }

/** A new request forgets the error before, so the times tell. */
const hasFailed = ({ dataUpdatedAt, errorUpdatedAt }: Watched) => errorUpdatedAt > dataUpdatedAt

/** Asks until `isSettled`, slower and slower, through failures and as soon as the network is back. */
export function useAsking<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, DefaultError, Data, Key>,
  isSettled: (data: Data | undefined, errorStatus: number | null) => boolean,
) {
  const [since] = useState(() => Date.now())
  const [retrying, setRetrying] = useState(false)
  const query = useQuery<Data, DefaultError, Data, Key>({
    ...options,
    refetchInterval: ({ state }) =>
      isSettled(state.data, statusOf(state.error)) ? false : askEvery(Date.now() - since),
    refetchIntervalInBackground: true,
  })

  const failed = hasFailed(query)
  const [lastStatus, setLastStatus] = useState<number | null>(null)
  const [failedSince, setFailedSince] = useState<number | null>(null)
  useEffect(() => setFailedSince(failed ? Date.now() : null), [failed])
  useEffect(() => (query.error ? setLastStatus(statusOf(query.error)) : undefined), [query.error])

  const asking: Asking = {
    errorStatus: query.error ? statusOf(query.error) : failed ? lastStatus : null,
    failing: usePassed(failedSince, FAILING_MS),
    waited: usePassed(since, SPIN_MS),
  }

  async function again() {
    setRetrying(true)
    await query.refetch({ cancelRefetch: false })
    setRetrying(false)
  }
  useWhenOnline(() => (isSettled(query.data, asking.errorStatus) ? undefined : again()))

  return { data: query.data, asking, again, retrying }
}

const statusOf = (error: Error | null): number | null =>
  error === null ? null : error instanceof ApiError ? error.status : 0
