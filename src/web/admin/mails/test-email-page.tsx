import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCurrentUser } from '../../features/accounts/queries.ts'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { DiagnosticFrame } from '../ui/diagnostic-frame.tsx'
import { ProductSelect } from '../ui/product-select.tsx'
import { DeliveryWatch } from './delivery-watch.tsx'
import { sendTestEmail } from './mail-queries.ts'

/** The page on which an admin sends a product's mail to themselves and watches its delivery. */
export default function TestEmailPage() {
  const user = useCurrentUser()
  const [productId, setProductId] = useState<number>()
  const { mutate, isPending, data } = useMutation({
    mutationFn: sendTestEmail,
    onError: (cause) =>
      toast({ title: 'Error', description: reasonOf(cause, 'Failed to send email'), tone: 'destructive' }),
  })
  return (
    <DiagnosticFrame
      title="Test email"
      lead="Sends a product’s download mail to your own address, exactly as customers get it."
    >
      <Card>
        <CardBody>
          <form
            className="flex flex-col gap-5"
            onSubmit={(event) => {
              event.preventDefault()
              if (productId !== undefined) mutate(productId)
            }}
          >
            <ProductSelect value={productId} onChange={setProductId} />
            <Button
              type="submit"
              variant="primary"
              className="self-start"
              busy={isPending}
              disabled={productId === undefined}
            >
              Send to {user?.email}
            </Button>
          </form>
        </CardBody>
      </Card>
      {data ? <DeliveryWatch key={data.result.deliveryKey} {...data.result} /> : null}
    </DiagnosticFrame>
  )
}
