import { useState } from 'react'
import type { CustomerAccount } from '../../../worker/features/customers/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ActionRow } from './customer-actions.tsx'
import { DeleteCustomerDialog } from './delete-customer-dialog.tsx'

export function DeleteAction({ customer }: { customer: CustomerAccount }) {
  const [asking, setAsking] = useState(false)
  return (
    <ActionRow title="Delete" text="Erases the person for good; the record of each sale stays.">
      <Button size="sm" variant="danger" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      {asking ? <DeleteCustomerDialog customer={customer} onClose={() => setAsking(false)} /> : null}
    </ActionRow>
  )
}
