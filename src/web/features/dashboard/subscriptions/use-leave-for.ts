import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reasonOf } from '../../../lib/api.ts'
import { toast } from '../../../ui/overlays/toast.ts'

/** Requests an external address and opens it. Busy until the browser has left the page. */
export function useLeaveFor(
  ask: () => Promise<{ url: string }>,
  failure: { title: string; text: string; onError?: () => void },
) {
  const { mutate, reset, isPending, isSuccess } = useMutation({
    mutationFn: async () => {
      const { url } = await ask()
      if (!/^https?:\/\//.test(url)) throw new Error('Invalid response from server')
      window.location.assign(url)
    },
    onError: (error) => {
      failure.onError?.()
      toast({ title: failure.title, description: reasonOf(error, failure.text), tone: 'destructive' })
    },
  })

  // The back button may restore this page from the back/forward cache, still busy.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => (event.persisted ? reset() : undefined)
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [reset])

  return { leave: () => mutate(), busy: isPending || isSuccess }
}
