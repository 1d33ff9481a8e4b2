import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { recheckUser } from '../../features/accounts/become-user.ts'
import { currentUserQuery } from '../../features/accounts/queries.ts'
import { useNavigate } from '../../lib/router/router-context.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { AccountError } from './account-error.tsx'
import { FactorRequired } from './factor-required.tsx'
import { useDenial } from './use-denial.ts'

/** The login page for admins. */
const ENTRANCE = '/secure-portal/management-access'
const ADMINS_ONLY = /^\/api\/(secure-management|recovery)\b/

/**
 * Wraps pages for admins only. Visitors are redirected to the admins' login, other users to the homepage, also an admin
 * who lost the role while a page was open. The server checks every call.
 */
export default function RequireAdmin({ children }: { children: ReactNode }) {
  const { data: user, error, isFetching, refetch } = useQuery(currentUserQuery())
  const client = useQueryClient()
  const navigate = useNavigate()
  const denied = useDenial()
  const known = user !== undefined
  const isVisitor = user === null
  const isAdmin = user?.isAdmin === true

  useEffect(() => {
    if (!known || isAdmin) return
    forgetAdminData(client)
    if (!isVisitor)
      toast({ title: 'Access Denied', description: 'This page is for admins.', tone: 'destructive' })
    navigate(isVisitor ? ENTRANCE : '/', { replace: true })
  }, [known, isVisitor, isAdmin, navigate, client])

  // Stays until the admin continues: it shows the recovery codes after the user has been refetched.
  const [isSettingUp, setSettingUp] = useState(false)
  if (user?.needsFactor && !isSettingUp) setSettingUp(true)
  async function goOn() {
    forgetAdminData(client)
    await recheckUser(client)
    setSettingUp(false)
  }

  if (isAdmin && isSettingUp) return <FactorRequired onDone={goOn} />
  if (isAdmin && !denied) return children
  return error && !known ? (
    <AccountError error={error} retrying={isFetching} onRetry={refetch} />
  ) : (
    <Waiting />
  )
}

/** Removes the admin data from the cache, for example of a former admin. */
const forgetAdminData = (client: QueryClient) =>
  client.removeQueries({ predicate: ({ queryKey }) => ADMINS_ONLY.test(String(queryKey[0])) })

function Waiting() {
  return (
    <Container className="min-h-[calc(100dvh-4rem)] pt-8 pb-section sm:pt-12">
      <h1 className="sr-only">Loading</h1>
      <Skeleton className="h-9 w-44" />
      <Skeleton className="mt-7 h-72 w-full rounded-xl" />
    </Container>
  )
}
