import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { toast } from '../../../ui/overlays/toast.ts'
import { becomeUser, LOG_OUT } from '../../accounts/become-user.ts'
import { deleteAccount } from '../../privacy/queries.ts'

/** Leaves the account's pages first, then forgets the account: no page is left looking for a user. */
export function useDeleteAccount(onRefused: (error: unknown) => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    // Ends the session as a logout does: no other query needs to refetch the account.
    mutationKey: LOG_OUT,
    mutationFn: deleteAccount,
    onSuccess: async () => {
      await navigate('/')
      await becomeUser(client, null)
      toast({
        title: 'Account deleted',
        description: 'Your account is gone, and nothing will be charged.',
        tone: 'success',
      })
    },
    onError: onRefused,
  })
  return { submit: mutate, busy: isPending, error }
}
