import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { MailMeForm } from './mail-me-form.tsx'
import { askForReset } from './queries.ts'

export const ForgotPasswordForm = ({ onSent }: { onSent: (email: string) => void }) => (
  <MailMeForm
    send={askForReset}
    onSent={onSent}
    action="Send the link"
    failure="The link could not be sent. Try again in a moment."
  >
    <Button asChild variant="link">
      <AppLink to="/auth?tab=login">Back to login</AppLink>
    </Button>
  </MailMeForm>
)
