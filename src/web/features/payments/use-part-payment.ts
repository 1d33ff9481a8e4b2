import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reasonOf } from '../../app/api.ts'
import { formatUsd } from '../../ui/format-usd.ts'
import { toast } from '../../ui/toast.ts'
import { giveBack, payRest } from './queries.ts'

/** The two ways out of a payment of which other than the price arrived. */
export function usePartPayment(id: number) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['/api/user/purchases'] })
  const onError = (error: unknown) => {
    // A refusal may mean that money came meanwhile.
    refresh()
    const description = reasonOf(error, 'An unexpected error occurred')
    toast({ title: 'Payment Error', description, tone: 'destructive' })
  }

  const rest = useMutation({
    mutationFn: async () => {
      const { url } = await payRest(id)
      if (!/^https?:\/\//.test(url)) throw new Error('Invalid response from server')
      window.location.assign(url)
    },
    onError,
  })
  const back = useMutation({
    mutationFn: () => giveBack(id),
    onSuccess: async ({ amount, claimUrl }) => {
      await refresh()
      const description =
        claimUrl === null
          ? `We are refunding ${formatUsd(amount)} to you. We write to you when it is on its way.`
          : `Say which wallet ${formatUsd(amount)} should go to.`
      toast({ title: 'Money on its way back', description, tone: 'success' })
    },
    onError,
  })

  // The browser's back button may bring this page back as it was left: busy.
  const { reset } = rest
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => (event.persisted ? reset() : undefined)
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [reset])

  return {
    payRest: () => rest.mutate(),
    leaving: rest.isPending || rest.isSuccess,
    giveBack: back.mutateAsync,
    returning: back.isPending,
  }
}
