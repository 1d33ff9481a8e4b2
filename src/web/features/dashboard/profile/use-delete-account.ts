import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '../../../lib/router/router-context.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { becomeUser, LOG_OUT } from '../../accounts/become-user.ts'
import { deleteAccount } from '../../privacy/queries.ts'

/**
 * Deletes the account. Leaves the account's pages before it clears the user, so that no mounted page redirects to the
 * login.
 */
export function useDeleteAccount() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    // The same key as a logout, because the session ends: no failed query refetches the user meanwhile.
    mutationKey: LOG_OUT,
    mutationFn: deleteAccount,
    onSuccess: async () => {
      await navigate('/')
      await becomeUser(client, null)
      toast({
        title: 'Account deleted',
        description: 'Your account was deleted. You will not be charged again.',
        tone: 'success',
      })
    },
  })
  return { submit: mutate, busy: isPending, error }
}
