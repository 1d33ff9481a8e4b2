import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/overlays/toast.ts'
import { sessionsQuery } from '../accounts/queries.ts'
import { factorsQuery } from './factor-queries.ts'
import { factorReason } from './passkey-error.ts'

/**
 * Changes a second factor and refetches the factors and sessions: a change logs the other devices out. `failed` is the
 * title of the toast about a failure; without it, the caller shows `failure`.
 */
export function useFactorChange<Answer, Input = void>(
  send: (input: Input) => Promise<Answer>,
  { failed, onDone }: { failed?: string; onDone: (answer: Answer) => void },
) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: (answer) => {
      onDone(answer)
      client.invalidateQueries({ queryKey: factorsQuery().queryKey })
      client.invalidateQueries({ queryKey: sessionsQuery().queryKey })
    },
    onError: (cause) => {
      if (failed) toast({ title: failed, description: factorReason(cause, FAILED), tone: 'destructive' })
    },
  })
  return { submit: mutate, busy: isPending, failure: error ? factorReason(error, FAILED) : null }
}

const FAILED = 'The shop did not answer. Try again in a moment.'

/** Shows the shop's message about a change. */
export const changeToast = ({ message }: { message?: string }) =>
  toast({ title: 'Two-step login changed', description: message, tone: 'success' })
