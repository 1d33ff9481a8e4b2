import { Package } from 'lucide-react'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { TabLink } from '../tab-link.tsx'
import { UnconfirmedHint } from '../unconfirmed-hint.tsx'

export const NoProducts = () => (
  <>
    <EmptyState
      icon={<Package />}
      title="No products available."
      text="Your purchases appear here at once, ready to download or to email."
      action={
        <>
          <Button asChild>
            <TabLink tab="scripts">Browse scripts</TabLink>
          </Button>
          <Button asChild variant="ghost">
            <AppLink to="/pricing">See the plans</AppLink>
          </Button>
        </>
      }
    />
    <UnconfirmedHint className="mx-auto mt-4 text-center" />
  </>
)
