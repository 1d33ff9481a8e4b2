import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatMonth } from '#shared/core/format-day.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { markPaid, PAYOUT_KEYS, runPayouts } from './payout-queries.ts'

function useRefresh() {
  const client = useQueryClient()
  return () => Promise.all(PAYOUT_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })))
}

export function useRunPayouts() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: runPayouts,
    onSuccess: ({ data: { created, period } }) => {
      const month = formatMonth(period)
      const made = created === 1 ? '1 payout was created' : `${created} payouts were created`
      toast({
        title: created === 0 ? 'Nothing new to pay out' : 'Payouts created',
        description: `${created === 0 ? 'No new payout' : made} for ${month}.`,
        tone: 'success',
      })
      return refresh()
    },
    onError: failureToast('The payouts were not created'),
  })
}

export function useMarkPaid() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: markPaid,
    onSuccess: ({ message }) => {
      toast({ title: message, description: 'The affiliate is notified by email.', tone: 'success' })
      return refresh()
    },
    onError: (cause) => {
      failureToast('The payout was not marked as paid')(cause)
      return refresh()
    },
  })
}
