import { LifeBuoy } from 'lucide-react'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { RECOVERY_PATH } from '../shell/admin-path.ts'
import { DeliverForm } from './deliver-form.tsx'

export default function DeliverTab() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <DeliverForm />
      <Card>
        <CardHeader>
          <CardTitle as="h2">More ways to help</CardTitle>
          <CardDescription>
            Send a product’s email again, complete a payment, repair a finding, or issue an emergency link.
          </CardDescription>
        </CardHeader>
        <CardBody>
          <Button asChild>
            <AppLink to={RECOVERY_PATH}>
              <LifeBuoy aria-hidden="true" />
              Open the recovery tools
            </AppLink>
          </Button>
        </CardBody>
      </Card>
    </div>
  )
}
