import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reasonOf } from '../../lib/api.ts'
import { formatUsd } from '../../lib/format-usd.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { payBalance, refundUnappliedFunds } from './queries.ts'

/** The two ways out of a payment that is not exactly the price. */
export function useBalanceActions(id: number) {
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
      const { url } = await payBalance(id)
      if (!/^https?:\/\//.test(url)) throw new Error('Invalid response from server')
      window.location.assign(url)
    },
    onError,
  })
  const back = useMutation({
    mutationFn: () => refundUnappliedFunds(id),
    onSuccess: async ({ amount, claimUrl }) => {
      await refresh()
      const description =
        claimUrl === null
          ? `We are refunding ${formatUsd(amount)} to you. We will email you when it is on its way.`
          : `Enter the address of the wallet for your ${formatUsd(amount)}.`
      toast({ title: 'Refund on its way', description, tone: 'success' })
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
    payBalance: () => rest.mutate(),
    leaving: rest.isPending || rest.isSuccess,
    refundUnappliedFunds: back.mutateAsync,
    returning: back.isPending,
  }
}
