import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { MailMeForm } from '../../accounts/mail-me-form.tsx'
import { findPurchases } from '../../payments/queries.ts'

export const FindPurchaseForm = ({ onSent }: { onSent: (email: string) => void }) => (
  <MailMeForm
    send={findPurchases}
    onSent={onSent}
    action="Send the links"
    failure="The mail could not be sent. Try again in a moment."
  >
    Have an account?{' '}
    <Button asChild variant="link">
      <AppLink to="/auth?tab=login">Log in</AppLink>
    </Button>
  </MailMeForm>
)
