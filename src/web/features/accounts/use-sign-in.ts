import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/accounts/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { becomeUser } from './become-user.ts'

type Answer = { message?: string; data: CurrentUser }

/** For login and registration: the user in the response becomes the current one, and a toast shows the result. */
export function useSignIn<Form>(
  send: (form: Form) => Promise<Answer>,
  titles: { done: string; failed: string },
) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: async ({ message, data }) => {
      toast({ title: titles.done, description: message ?? data.username, tone: 'success' })
      await becomeUser(client, data)
    },
    onError: (cause) =>
      toast({ title: titles.failed, description: reasonOf(cause, titles.failed), tone: 'destructive' }),
  })
  return { submit: mutate, busy: isPending, failure: error ? reasonOf(error, titles.failed) : null }
}
