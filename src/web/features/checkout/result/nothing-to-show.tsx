import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { ResultCard } from './card.tsx'

/** A success page whose address names no payment, so that it reports none. */
export function NothingToShow() {
  return (
    <ResultCard
      kind="empty"
      plain
      title="Nothing to show here"
      text="There is no payment at this address. Your purchases are in your dashboard."
      actions={
        <>
          <Button asChild variant="primary">
            <AppLink to="/dashboard">Go to dashboard</AppLink>
          </Button>
          <Button asChild>
            <AppLink to="/">Return to Home</AppLink>
          </Button>
        </>
      }
    />
  )
}
