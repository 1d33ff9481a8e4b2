import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContractView } from '#shared/contracts/contract.ts'
import { formatUsd } from '#shared/core/money.ts'
import { reasonOf } from '../../lib/api.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { contractsQuery, withdraw } from './queries.ts'

type WithdrawDialogProps = { contract: ContractView; username: string; onClose: () => void }

/** Nothing was paid for a trial. */
const TRIAL =
  'Your free days and your access end at once, and nothing is charged. There is nothing to refund. This cannot be undone.'

/** The statement with its effects, which takes effect by the button. */
export function WithdrawDialog({ contract, username, onClose }: WithdrawDialogProps) {
  const queryClient = useQueryClient()
  const [name, setName] = useState(username)
  const [missing, setMissing] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: withdraw,
    onSuccess: async ({ reference }) => {
      await queryClient.invalidateQueries()
      toast({
        title: 'Withdrawal received',
        description: `Reference ${reference}. The receipt is on its way to you by email.`,
        tone: 'success',
      })
      onClose()
    },
    onError: () => queryClient.invalidateQueries({ queryKey: contractsQuery().queryKey }),
  })
  const { productName, paymentId, amount, purchaseType, isCrypto } = contract
  const refund = `We refund ${formatUsd(amount)} to you${isCrypto ? ', in crypto to a wallet that you name' : ', to the card that you paid with'}`
  const ending =
    purchaseType === 'subscription'
      ? 'The month ends at once, and you will not be charged again for it.'
      : 'Your access to it ends at once.'
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Withdraw from the contract for ${productName}?`}
      description={amount === 0 ? TRIAL : `${refund}. ${ending} This cannot be undone.`}
      confirmLabel="Confirm withdrawal"
      cancelLabel="Keep it"
      busy={isPending}
      onConfirm={() => {
        if (name.trim() === '') setMissing(true)
        else mutate({ paymentId, name: name.trim() })
      }}
    >
      <Field
        label="Your name"
        required
        error={missing && name.trim() === '' ? 'Name is required' : undefined}
      >
        <Input autoComplete="name" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      {error ? (
        <p role="alert" className="text-danger text-sm">
          {reasonOf(error, 'The withdrawal could not be sent. Please try again.')}
        </p>
      ) : null}
    </ConfirmDialog>
  )
}
