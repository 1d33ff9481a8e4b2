import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { ResultCard } from './result-card.tsx'

/** A success page whose address names no payment: it claims none. */
export function NothingToShow() {
  return (
    <ResultCard
      look="empty"
      plain
      title="Nothing to show here"
      text="This address does not name a payment. Whatever you have bought is in your dashboard."
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
