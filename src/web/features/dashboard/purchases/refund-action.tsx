import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { Purchase } from '#shared/payments/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { refundNote } from '../../payments/purchase-status.ts'
import { RefundDialog } from './refund-dialog.tsx'

/** The action or the state of a purchase's refund. `titleId`: the id of the purchase's heading. */
export function RefundAction({ purchase, titleId }: { purchase: Purchase; titleId: string }) {
  const [asking, setAsking] = useState(false)
  const note = refundNote(purchase)
  return (
    <>
      {note ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
          <p>{note.text}</p>
          {note.kind === 'may-ask' ? (
            <Button
              variant="link"
              size="sm"
              onClick={() => setAsking(true)}
              aria-describedby={titleId}
              className="text-xs"
            >
              Ask for a refund
            </Button>
          ) : null}
          {note.kind === 'claim' ? (
            <Button asChild variant="primary" size="sm">
              <a href={note.url} target="_blank" rel="noreferrer" aria-describedby={titleId}>
                Claim your refund
                <ExternalLink aria-hidden="true" />
              </a>
            </Button>
          ) : null}
        </div>
      ) : null}
      <RefundDialog open={asking} onOpenChange={setAsking} purchase={purchase} />
    </>
  )
}
