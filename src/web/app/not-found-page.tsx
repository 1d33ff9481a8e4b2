import { AppLink } from '../lib/app-link.tsx'
import { Button } from '../ui/button.tsx'
import { Container } from '../ui/layout/container.tsx'

export default function NotFoundPage() {
  return (
    <Container className="flex flex-col items-start pt-10 pb-section sm:pt-14">
      <h1 className="font-semibold text-3xl text-fg sm:text-4xl">404 Page Not Found</h1>
      <p className="mt-4 max-w-prose text-lg text-muted">
        There is no page at this address. It may have moved, or the link may contain a typo.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button asChild variant="primary">
          <AppLink to="/">Go to the homepage</AppLink>
        </Button>
        <Button asChild>
          <AppLink to="/#scripts">See the scripts</AppLink>
        </Button>
      </div>
    </Container>
  )
}
