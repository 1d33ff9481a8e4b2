import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { LinkAction } from './link-action.tsx'
import { confirmNewsletter } from './queries.ts'

const scripts = (
  <Button asChild>
    <AppLink to="/products">See all scripts</AppLink>
  </Button>
)

/** The page of the newsletter's confirmation link, on which the address's owner confirms. */
export default function NewsletterPage() {
  return (
    <LinkAction
      act={confirmNewsletter}
      asking={{
        title: 'Confirm the newsletter',
        text: 'We will write to you when a new script comes out, and about nothing else. Every email has an unsubscribe link.',
        button: 'Confirm',
        busy: 'Confirming...',
        other: scripts,
      }}
      done={{
        title: 'You are subscribed',
        text: 'We will email you when the next script comes out.',
        actions: scripts,
      }}
      refused={{
        title: 'This link does not work',
        text: 'It is not complete. Open the link in the email again, or ask for the newsletter with the contact form.',
        actions: (
          <Button asChild>
            <AppLink to="/#contact">Go to the contact form</AppLink>
          </Button>
        ),
      }}
    />
  )
}
