import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { currentUserQuery } from '../../features/accounts/queries.ts'
import { rememberPage } from '../../features/accounts/return-address.ts'
import { useLocation, useNavigate } from '../../lib/router/router-context.ts'
import { Skeleton, SkeletonText } from '../../ui/feedback/skeleton.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { AccountError } from './account-error.tsx'

/** Wraps pages for logged-in users only. Reserves the page's space until the account is known. */
export default function RequireUser({ children }: { children: ReactNode }) {
  const { data: user, isFetching, error, refetch } = useQuery(currentUserQuery())
  if (user) return children
  if (user === null) return <ToLogin />
  if (!error) return <Waiting />
  return <AccountError error={error} retrying={isFetching} onRetry={refetch} />
}

const LOG_IN = 'You need to be logged in to view this page.'
const PAID =
  'Thank you. Once your payment is confirmed, a receipt and a download link come by email. If you log in with an account for the same email address, the purchase appears in its dashboard once you have confirmed that address.'

function ToLogin() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    // After a logout, the address has already changed, and this page is about to be replaced.
    if (window.location.pathname !== pathname) return
    const paid = new URLSearchParams(search).get('payment') === 'complete'
    // Drops `payment=complete`: the account that logs in may not be the buyer's, so success is not shown again.
    rememberPage(paid ? pathname : pathname + search)
    navigate('/auth', { replace: true, state: { notice: paid ? PAID : LOG_IN } })
  }, [pathname, search, navigate])
  return <Waiting />
}

function Waiting() {
  return (
    <Container className="min-h-[calc(100dvh-4rem)] pt-8 pb-section sm:pt-12">
      <h1 className="sr-only">Loading your account</h1>
      <Skeleton className="h-9 w-44" />
      <Skeleton className="mt-2 h-4 w-56" />
      <Skeleton className="mt-7 mb-6 h-11 w-full" />
      <SkeletonText lines={4} className="max-w-prose" />
    </Container>
  )
}
