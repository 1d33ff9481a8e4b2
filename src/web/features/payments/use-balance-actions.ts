import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatUsd } from '#shared/core/money.ts'
import { reasonOf } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { payBalance, refundUnappliedFunds } from './queries.ts'

/** The two actions on a payment that differs from the price: pay the balance, get a refund. */
export function useBalanceActions(id: number) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['/api/user/purchases'] })
  const onError = (error: unknown) => {
    // A refusal may mean that more money has arrived.
    refresh()
    const description = reasonOf(error, 'An unexpected error occurred')
    toast({ title: 'Payment Error', description, tone: 'destructive' })
  }

  const balance = useMutation({
    mutationFn: async () => {
      const { url } = await payBalance(id)
      if (!/^https?:\/\//.test(url)) throw new Error('Invalid response from server')
      window.location.assign(url)
    },
    onError,
  })
  const refund = useMutation({
    mutationFn: () => refundUnappliedFunds(id),
    onSuccess: async ({ amount, claimUrl }) => {
      await refresh()
      const money = formatUsd(amount)
      toast(
        claimUrl === null
          ? {
              title: 'Refund started',
              description: `We are refunding ${money} to you. We will email you when the provider confirms it.`,
              tone: 'success',
            }
          : {
              title: 'Your refund is ready',
              description: `Enter your wallet address on the provider’s page to receive ${money}.`,
              tone: 'success',
            },
      )
    },
    onError,
  })

  // The back button may restore this page from the back/forward cache, still busy.
  const { reset } = balance
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => (event.persisted ? reset() : undefined)
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [reset])

  return {
    payBalance: () => balance.mutate(),
    leaving: balance.isPending || balance.isSuccess,
    refundUnappliedFunds: refund.mutateAsync,
    returning: refund.isPending,
  }
}
