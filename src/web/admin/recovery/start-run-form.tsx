import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { MAX_RUN_DAYS } from '#shared/recovery/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { RUNS, startRun } from './recovery-queries.ts'

const DAYS = `1 to ${MAX_RUN_DAYS} days`

const schema = z.object({
  days: z.number(DAYS).int(DAYS).min(1, DAYS).max(MAX_RUN_DAYS, DAYS),
})

/** Starts a reconciliation of the last N days. */
export function StartRunForm() {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: startRun,
    onSuccess: ({ data }) => {
      const description = 'It continues automatically; the list shows its progress.'
      toast({ title: `Reconciliation #${data.id} is under way`, description, tone: 'success' })
      return client.invalidateQueries({ queryKey: [RUNS] })
    },
    onError: failureToast('Reconciliation not started'),
  })
  const { register, handleSubmit, formState } = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { days: 3 },
  })
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ days }) => mutate(days))}
      className="flex flex-wrap items-start gap-3"
    >
      <Field label="Days back" error={formState.errors.days?.message} className="w-28">
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_RUN_DAYS}
          className="font-mono"
          {...register('days', { valueAsNumber: true })}
        />
      </Field>
      <Button type="submit" className="mt-7.5" busy={isPending}>
        Start reconciliation
      </Button>
    </form>
  )
}
