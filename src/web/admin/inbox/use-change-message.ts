import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { keepDraft } from './answer-draft.ts'
import { answerMessage, closeMessage, INBOX, reopenMessage } from './inbox-queries.ts'

/** Also after a refusal: another admin was faster, and their change must be shown. */
function useRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [INBOX] })
}

export function useAnswerMessage() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: answerMessage,
    onSuccess: ({ message }, { id }) => {
      keepDraft(id, '')
      toast({ title: message, tone: 'success' })
    },
    onError: failureToast('The answer was not sent'),
    onSettled: refresh,
  })
}

export function useCloseMessage() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: closeMessage,
    onSuccess: ({ message }) => toast({ title: message, description: 'No mail was sent.', tone: 'success' }),
    onError: failureToast('The message was not closed'),
    onSettled: refresh,
  })
}

export function useReopenMessage() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: reopenMessage,
    onSuccess: ({ message }) => toast({ title: message, tone: 'success' }),
    onError: failureToast('The message was not opened again'),
    onSettled: refresh,
  })
}
