import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LazyCode } from '../../../lib/lazy-code.ts'
import { useLazyCode } from '../../../lib/use-lazy-code.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeError } from '../../../ui/feedback/code-error.tsx'
import { guestOrderQuery } from '../../payments/queries.ts'

// Loaded on demand: few addresses are mistyped.
const form = new LazyCode(() => import('./correct-address-form.tsx'))

export type CorrectAddressProps = { reference: string; email: string | null }

/** For a mistyped address: the receipt and the link go to the right one. */
export function CorrectAddress({ reference, email }: CorrectAddressProps) {
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const [corrected, setCorrected] = useState(false)
  const { module, error, fetch } = useLazyCode(form)

  if (open && module)
    return (
      <module.CorrectAddressForm
        reference={reference}
        email={email}
        onCancel={() => setOpen(false)}
        onCorrected={() => {
          setOpen(false)
          setCorrected(true)
          return queryClient.invalidateQueries({ queryKey: guestOrderQuery(reference).queryKey })
        }}
      />
    )
  if (open && error) return <CodeError error={error} onRetry={fetch} />
  return (
    <span role="status">
      {corrected ? 'Corrected. Your receipt is on its way to the new address. ' : null}
      <Button
        variant="link"
        busy={open}
        onPointerEnter={form.preload}
        onFocus={form.preload}
        onClick={() => {
          setCorrected(false)
          setOpen(true)
          fetch()
        }}
      >
        Wrong address? Correct it
      </Button>
    </span>
  )
}
