import { RotateCw } from 'lucide-react'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { SupportLink } from '../../contact/support-link.tsx'
import { ResultCard } from './card.tsx'

export type CouldNotCheckProps = { onRetry: () => void; retrying: boolean }

/** Shown while the shop does not respond. The page keeps retrying. */
export function CouldNotCheck({ onRetry, retrying }: CouldNotCheckProps) {
  return (
    <ResultCard
      kind="warning"
      title="We could not check your payment yet"
      text="The shop does not answer right now. This page tries again automatically. Do not pay again."
      actions={
        <>
          <Button variant="primary" busy={retrying} onClick={onRetry}>
            <RotateCw aria-hidden="true" />
            Retry
          </Button>
          <Button asChild>
            <AppLink to="/dashboard">Go to dashboard</AppLink>
          </Button>
        </>
      }
      note={
        <>
          Questions: <SupportLink />
        </>
      }
    />
  )
}
