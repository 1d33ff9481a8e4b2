import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type GuestWithdraw, guestWithdrawSchema } from '#shared/contracts/contract.ts'
import { formatMoment } from '#shared/core/format-day.ts'
import { reasonOf } from '../../lib/api.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { TEXT_LINK } from '../../ui/link-styles.ts'
import { withdrawAsGuest } from './queries.ts'

/** The statement of a buyer who is not logged in: first the fields, then the statement to confirm. */
export function GuestForm() {
  const [statement, setStatement] = useState<GuestWithdraw | null>(null)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(guestWithdrawSchema),
    defaultValues: { name: '', email: '', order: '' },
  })
  const { errors } = formState
  const send = useMutation({ mutationFn: withdrawAsGuest })

  if (send.data && statement) {
    return (
      <Card>
        <CardBody role="status" className="flex flex-col gap-2">
          <h2 className="font-semibold text-fg text-lg">We received your withdrawal</h2>
          <p className="text-muted">
            Received on {formatMoment(send.data.receivedAt)}, reference {send.data.reference}. The receipt is
            on its way to <span className="break-words font-medium text-fg">{statement.email}</span>. It says
            what happens next.
          </p>
        </CardBody>
      </Card>
    )
  }
  if (statement) {
    return (
      <Card>
        <CardBody className="flex flex-col gap-4">
          <h2 className="font-semibold text-fg text-lg">Your statement</h2>
          <p className="break-words text-fg">
            I, {statement.name}, withdraw from the contract of order {statement.order}, bought with the
            address {statement.email}.
          </p>
          {send.error ? (
            <p role="alert" className="text-danger text-sm">
              {reasonOf(send.error, 'The withdrawal could not be sent. Please try again.')}
            </p>
          ) : null}
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" busy={send.isPending} onClick={() => send.mutate(statement)}>
              Confirm withdrawal
            </Button>
            <Button variant="ghost" disabled={send.isPending} onClick={() => setStatement(null)}>
              Change
            </Button>
          </div>
        </CardBody>
      </Card>
    )
  }
  return (
    <Card>
      <CardBody className="flex flex-col gap-5">
        <p className="text-muted">
          Bought with an account?{' '}
          <AppLink to="/auth?tab=login" className={TEXT_LINK}>
            Log in
          </AppLink>{' '}
          and choose the contract from a list. Without an account, tell us which order it is:
        </p>
        <form noValidate onSubmit={handleSubmit(setStatement)} className="flex flex-col gap-5">
          <Field label="Your name" required error={errors.name?.message}>
            <Input autoComplete="name" {...register('name')} />
          </Field>
          <Field label="Email" required hint="The address of your receipt." error={errors.email?.message}>
            <Input type="email" inputMode="email" autoComplete="email" {...register('email')} />
          </Field>
          <Field label="Order number" required hint="It is in your receipt." error={errors.order?.message}>
            <Input autoComplete="off" {...register('order')} />
          </Field>
          <Button type="submit" variant="primary" className="max-sm:w-full sm:self-start">
            Continue
          </Button>
        </form>
      </CardBody>
    </Card>
  )
}
