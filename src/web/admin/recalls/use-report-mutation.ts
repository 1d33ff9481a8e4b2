import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { WithdrawalDetail } from '#shared/recalls/contract.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { withdrawalQuery } from './recall-queries.ts'

/** A change of a report sheet. The detail in its response is shown, and a toast reports the result. */
export function useReportMutation<Input>(
  act: (input: Input) => Promise<{ data: WithdrawalDetail; message: string }>,
  { failed, onDone }: { failed: string; onDone?: () => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: ({ data, message }) => {
      client.setQueryData(withdrawalQuery(data.releaseId).queryKey, data)
      onDone?.()
      toast({ title: message, tone: 'success' })
    },
    onError: failureToast(failed),
  })
}
