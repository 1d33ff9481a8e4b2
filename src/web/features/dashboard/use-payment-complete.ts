import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { toast } from '../../ui/overlays/toast.ts'

/** Shows once that the buyer's payment is complete, and removes the flag from the address. */
export function usePaymentComplete(): void {
  const [query, setQuery] = useSearchParams()
  const justPaid = query.get('payment') === 'complete'
  useEffect(() => {
    if (!justPaid) return
    toast({
      title: 'Payment Complete!',
      description: 'Your products are listed below. A new purchase appears when its payment is confirmed.',
      tone: 'success',
    })
    setQuery(
      (before) => {
        before.delete('payment')
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  }, [justPaid, setQuery])
}
