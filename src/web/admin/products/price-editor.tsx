import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { type AdminProduct, productPriceSchema } from '#shared/catalogue/manage-contract.ts'
import { formatUsd } from '#shared/core/money.ts'
import { Button } from '../../ui/button.tsx'
import { Price } from '../../ui/data/price.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { failureToast } from '../ui/failure-toast.ts'
import { changePrice, takeProduct } from './products-queries.ts'
import { readPrice } from './read-price.ts'

const FAILED = 'Failed to update price'

/** The price; while it is edited, a field replaces it. */
export function PriceEditor({
  product,
}: {
  product: Pick<AdminProduct, 'id' | 'name' | 'price' | 'isSubscription'>
}) {
  const { id, name, price, isSubscription } = product
  const client = useQueryClient()
  const [text, setText] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: changePrice,
    onSuccess: async (changed) => {
      toast({ title: 'Price Updated', description: `${name}: ${formatUsd(changed.price)}`, tone: 'success' })
      setText(null)
      await takeProduct(client, changed)
    },
    onError: failureToast(FAILED),
  })

  function close() {
    setText(null)
    setWrong(undefined)
  }

  function save(event: FormEvent) {
    event.preventDefault()
    const read = productPriceSchema.safeParse({ price: readPrice(text ?? '') })
    if (read.success) mutate({ id, ...read.data })
    else setWrong(read.error.issues[0]?.message)
  }

  if (text === null) {
    return (
      <span className="inline-flex items-center gap-1">
        <Price usd={price} size="sm" {...(isSubscription && { per: 'month' })} />
        <IconButton
          label={`Change the price of ${name}`}
          tooltip="Change price"
          size="sm"
          icon={<Pencil aria-hidden="true" className="size-3.5" />}
          onClick={() => setText(price.toFixed(2))}
        />
      </span>
    )
  }
  return (
    <form
      noValidate
      onSubmit={save}
      onKeyDown={({ key }: KeyboardEvent) => (key === 'Escape' ? close() : undefined)}
      className="flex flex-wrap items-start gap-2"
    >
      <Field label={`New price of ${name}`} hideLabel error={wrong} className="w-28">
        <Input
          autoFocus
          inputMode="decimal"
          autoComplete="off"
          start="$"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-8 tabular-nums"
        />
      </Field>
      <Button type="submit" size="sm" variant="primary" busy={isPending}>
        Save
      </Button>
      <Button size="sm" variant="ghost" onClick={close}>
        Cancel
      </Button>
    </form>
  )
}
