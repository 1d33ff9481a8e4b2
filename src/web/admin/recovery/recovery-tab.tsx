import { LifeBuoy } from 'lucide-react'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { RECOVERY_PATH } from '../shell/admin-path.ts'
import { PendingPaymentsCard } from './pending-payments-card.tsx'

export default function RecoveryTab() {
  return (
    <div className="flex flex-col gap-6">
      <PendingPaymentsCard />
      <Button asChild className="self-start">
        <AppLink to={RECOVERY_PATH}>
          <LifeBuoy aria-hidden="true" />
          Open the recovery tools
        </AppLink>
      </Button>
    </div>
  )
}
