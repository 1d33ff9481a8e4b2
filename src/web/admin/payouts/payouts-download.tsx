import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { failureToast } from '../ui/failure-toast.ts'
import { fetchOpenPayouts } from './payout-queries.ts'
import { payoutsCsv } from './payouts-csv.ts'

/** Addresses and amounts of all open payouts, for a wallet that pays many at once. */
export function PayoutsDownload() {
  const { mutate, isPending } = useMutation({
    mutationFn: fetchOpenPayouts,
    onSuccess: (payouts) => save(payoutsCsv(payouts)),
    onError: failureToast('The list was not downloaded'),
  })
  return (
    <Button size="sm" busy={isPending} onClick={() => mutate()}>
      <Download aria-hidden="true" />
      CSV for paying
    </Button>
  )
}

function save(csv: string) {
  saveFile(new Blob([csv], { type: 'text/csv' }), `open-payouts-${new Date().toISOString().slice(0, 10)}.csv`)
}
