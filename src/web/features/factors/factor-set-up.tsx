import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { factorsQuery } from './factor-queries.ts'
import { hasFactor, SecurityCard } from './security-card.tsx'

/** The card of the profile, and the way on once there is a factor. */
export function FactorSetUp({ onDone }: { onDone: () => Promise<void> }) {
  const { data } = useQuery(factorsQuery())
  const [busy, setBusy] = useState(false)
  async function goOn() {
    setBusy(true)
    await onDone()
    setBusy(false)
  }
  return (
    <>
      <SecurityCard />
      {data && hasFactor(data) ? (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button variant="primary" busy={busy} onClick={goOn}>
            Continue to the admin area
          </Button>
          <p className="min-w-0 flex-1 basis-56 text-muted text-sm">
            If you come back here, log out and log in again with your second step.
          </p>
        </div>
      ) : null}
    </>
  )
}
