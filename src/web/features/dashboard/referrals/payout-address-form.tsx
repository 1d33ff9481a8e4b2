import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type PayoutAddressForm as Fields, payoutAddressFormSchema } from '#shared/referrals/contract.ts'
import { reasonOf } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { PasswordInput } from '../../../ui/forms/password-input.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { showFieldErrors } from '../../accounts/show-field-errors.ts'
import { referralStatsQuery, savePayoutAddress } from '../../referrals/queries.ts'

/**
 * Changing the payout address redirects money, so it needs the password, and the account's owner is notified by mail.
 */
export function PayoutAddressForm({ hadAddress, onClose }: { hadAddress: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const { register, handleSubmit, formState, setError } = useForm<Fields>({
    resolver: zodResolver(payoutAddressFormSchema),
    defaultValues: { address: '', currentPassword: '' },
  })
  const { errors } = formState
  const { mutate, isPending } = useMutation({
    mutationFn: ({ address, currentPassword }: Fields) =>
      savePayoutAddress({ address, password: currentPassword }),
    onSuccess: async ({ message, data }) => {
      await client.invalidateQueries({ queryKey: referralStatsQuery().queryKey })
      toast({
        title: message,
        description: hadAddress
          ? `Commission goes to ${data.payoutAddress}. Payouts wait 24 hours after a change.`
          : `Commission goes to ${data.payoutAddress} from now on.`,
        tone: 'success',
      })
      onClose()
    },
    onError: (error) => {
      if (showFieldErrors(error, ['address', 'currentPassword'], setError)) return
      const description = reasonOf(error, 'The address could not be saved')
      toast({ title: 'Error', description, tone: 'destructive' })
    },
  })
  return (
    <form
      method="post"
      noValidate
      aria-label="Payout address"
      onSubmit={handleSubmit((form) => mutate(form))}
      className="flex flex-col gap-5 border-line border-t pt-5"
    >
      <Field
        label="New payout address"
        required
        error={errors.address?.message}
        hint="Your own address on Base. Check it twice: money sent to a wrong address cannot be recovered."
      >
        <Input
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="0x…"
          className="font-mono text-[0.8125rem]"
          {...register('address')}
        />
      </Field>
      <Field label="Current password" required error={errors.currentPassword?.message}>
        <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={isPending} busyText="Saving...">
          Save address
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
