import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { FINDINGS, PENDING, repairFinding } from './recovery-queries.ts'

/** Repairs a finding. If it needs a person, the server's advice is shown with a button that closes the finding. */
export function useRepairFinding() {
  const client = useQueryClient()
  const [advice, setAdvice] = useState<{ id: number; text: string } | null>(null)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: repairFinding,
    onSuccess: ({ data }) => {
      setAdvice(null)
      const title = data.resolution === 'done' ? 'Finding closed' : 'Finding repaired'
      const description = data.resolution === 'resolved before' ? 'It was already resolved.' : undefined
      toast({ title, ...(description && { description }), tone: 'success' })
    },
    onError: (cause, { id, done }) => {
      const text = reasonOf(cause, 'An unexpected error occurred')
      if (cause instanceof ApiError && cause.status === 422 && !done) return setAdvice({ id, text })
      toast({ title: 'Repair failed', description: text, tone: 'destructive' })
    },
    onSettled: () => {
      for (const key of [FINDINGS, PENDING]) client.invalidateQueries({ queryKey: [key] })
    },
  })
  return {
    repair: (id: number) => mutate({ id, done: false }),
    busyId: isPending ? variables.id : null,
    advice,
    close: () => (advice ? mutate({ id: advice.id, done: true }) : undefined),
    giveUp: () => setAdvice(null),
  }
}
