import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '../../lib/api.ts'
import { useNavigate } from '../../lib/router/router-context.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { becomeUser, LOG_OUT } from './become-user.ts'
import { logOut } from './queries.ts'

/** Leaves the account's pages before it clears the user, so that no mounted page redirects to the login. */
export function useLogOut() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationKey: LOG_OUT,
    mutationFn: async () => {
      // Requests during the end of the session would be refused.
      await client.cancelQueries()
      return logOut()
    },
    onSuccess: async () => {
      await navigate('/')
      await becomeUser(client, null)
      toast({ title: 'Logged out', description: 'You have been logged out successfully', tone: 'success' })
    },
    onError: (error) => {
      client.refetchQueries({ type: 'active' })
      toast({
        title: 'Logout failed',
        description: reasonOf(error, 'The shop did not answer. Try again in a moment.'),
        tone: 'destructive',
      })
    },
  })
}
