import { MailCheck } from 'lucide-react'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { ForRole } from '../ui/for-role.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'

export default function MailsTab() {
  return (
    <>
      <DeliveriesCard />
      <ForRole least="manager">
        <Button asChild className="mt-4">
          <AppLink to="/test-email">
            <MailCheck aria-hidden="true" />
            Test email
          </AppLink>
        </Button>
      </ForRole>
    </>
  )
}
