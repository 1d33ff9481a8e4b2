import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { PENDING, runRecovery } from './recovery-queries.ts'

export type Recovered = { checked: number; recovered: number; failed: number }

/** Asks the providers about every payment that is not final, page by page, and reports the progress. */
export function useRunRecovery() {
  const client = useQueryClient()
  const [progress, setProgress] = useState<Recovered | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const sum: Recovered = { checked: 0, recovered: 0, failed: 0 }
      setProgress({ ...sum })
      let cursor: number | null = null
      do {
        const { data, nextCursor }: Awaited<ReturnType<typeof runRecovery>> = await runRecovery(cursor)
        sum.checked += data.checked
        sum.recovered += data.recovered
        sum.failed += data.failed
        setProgress({ ...sum })
        cursor = nextCursor
      } while (cursor !== null)
      return sum
    },
    onSuccess: (sum) =>
      toast({ title: 'Recovery process completed', description: messageFor(sum), tone: 'success' }),
    onError: failureToast('Recovery process failed'),
    onSettled: () => client.invalidateQueries({ queryKey: [PENDING] }),
  })
  return { run: () => mutate(), busy: isPending, progress }
}

function messageFor({ checked, recovered, failed }: Recovered): string {
  const found = `${recovered} of ${checked} ${checked === 1 ? 'payment' : 'payments'} recovered.`
  return failed === 0 ? found : `${found} ${failed} could not be checked. Run it again later.`
}
