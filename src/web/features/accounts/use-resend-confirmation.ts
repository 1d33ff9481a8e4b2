import { useMutation } from '@tanstack/react-query'
import { reasonOf } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { sendConfirmation } from './queries.ts'
import { useRefreshAccount } from './use-refresh-account.ts'

/** Mails the link that confirms the account's address again, and says so. */
export function useResendConfirmation() {
  const refresh = useRefreshAccount()
  return useMutation({
    mutationFn: sendConfirmation,
    onSuccess: ({ message }) => toast({ title: 'Link sent', description: message, tone: 'success' }),
    onError: (error) =>
      toast({
        title: 'Error',
        description: reasonOf(error, 'The link could not be sent.'),
        tone: 'destructive',
      }),
    onSettled: refresh,
  })
}
