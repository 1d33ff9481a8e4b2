import type { ReactNode } from 'react'
import type { CustomerAccount } from '../../../worker/features/customers/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ActivateAction, DeactivateAction } from './customer-closing.tsx'
import { DeleteAction } from './customer-delete.tsx'
import { RoleAction } from './customer-role.tsx'
import { resendVerification } from './customers-queries.ts'
import { useCustomerMutation } from './use-customer-mutation.ts'

/** What can be done to the account itself, each with what it does. */
export function CustomerActions({ customer }: { customer: CustomerAccount }) {
  const { isAdmin, isYou, emailVerified, state } = customer
  return (
    <Card>
      <CardHeader className="pb-4">
        <CardTitle as="h3">Actions</CardTitle>
      </CardHeader>
      <ul className="divide-y divide-line border-line border-t">
        {emailVerified || state !== 'active' ? null : <VerificationAction id={customer.id} />}
        {isYou || state !== 'active' ? null : <RoleAction customer={customer} />}
        {isAdmin ? null : state === 'active' ? (
          <DeactivateAction customer={customer} />
        ) : (
          <ActivateAction customer={customer} />
        )}
        {isAdmin ? (
          <ActionRow
            title="Deactivate or delete"
            text={
              isYou
                ? 'Not your own account: another admin has to demote you first.'
                : "Not while this account is an admin's: demote it first."
            }
          />
        ) : (
          <DeleteAction customer={customer} />
        )}
      </ul>
    </Card>
  )
}

export function ActionRow(props: { title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium text-fg text-sm">{props.title}</p>
        <p className="mt-0.5 text-muted text-sm">{props.text}</p>
      </div>
      {props.children}
    </li>
  )
}

function VerificationAction({ id }: { id: number }) {
  const { mutate, isPending } = useCustomerMutation(() => resendVerification(id), {
    failed: 'The mail was not sent',
  })
  return (
    <ActionRow title="Confirmation mail" text="A new link to confirm the address; the older one ends.">
      <Button size="sm" busy={isPending} onClick={() => mutate()}>
        Resend verification
      </Button>
    </ActionRow>
  )
}
