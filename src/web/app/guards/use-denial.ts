import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FACTOR_PROBLEMS } from '#shared/factors/contract.ts'
import { recheckUser } from '../../features/accounts/become-user.ts'
import { ApiError } from '../../lib/api.ts'

/** The server's responses to a missing role (403 with this message) and to an ended session (401). */
const isDenial = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 401 || (error.status === 403 && error.reason === 'Access denied'))

/** Spelled out: the contract brings zod. */
const FACTOR_REQUIRED: typeof FACTOR_PROBLEMS.secondFactorRequired = 'second_factor_required'

/** The response to an admin without the second factor that this shop requires. */
const isFactorMissing = (error: unknown) =>
  error instanceof ApiError && (error.data as { code?: unknown } | undefined)?.code === FACTOR_REQUIRED

/** The response to a role that is too low: it may have been changed a moment ago. */
const isLesserRole = (error: unknown) =>
  error instanceof ApiError && error.status === 403 && error.reason.startsWith('Your role does not allow')

/**
 * Listens to all calls of the page. When one is denied, refetches the signed-in user. Returns true until the response.
 */
export function useDenial(): boolean {
  const client = useQueryClient()
  const [denied, setDenied] = useState(false)
  useEffect(() => {
    let asking = false
    async function hear(error: unknown) {
      if (asking || !(isDenial(error) || isLesserRole(error) || isFactorMissing(error))) return
      asking = true
      setDenied(isDenial(error))
      await recheckUser(client)
      asking = false
      setDenied(false)
    }
    const queries = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') hear(event.action.error)
    })
    const mutations = client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') hear(event.action.error)
    })
    return () => {
      queries()
      mutations()
    }
  }, [client])
  return denied
}
