import { AppLink } from '../../app/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { LinkAction } from './link-action.tsx'
import { confirmNewsletter } from './queries.ts'

const scripts = (
  <Button asChild>
    <AppLink to="/products">See all scripts</AppLink>
  </Button>
)

/** Where the newsletter's question leads: the address's owner says yes. */
export default function NewsletterPage() {
  return (
    <LinkAction
      act={confirmNewsletter}
      asking={{
        title: 'Confirm the newsletter',
        text: 'We will write to you when a new script comes out, and about nothing else. Every mail has a link to leave.',
        button: 'Confirm',
        busy: 'Confirming...',
        other: scripts,
      }}
      done={{
        title: 'You are subscribed',
        text: 'The next new script comes to your inbox.',
        actions: scripts,
      }}
      refused={{
        title: 'This link does not work',
        text: 'It is not complete. Open the link in the mail again, or ask for the newsletter with the contact form.',
        actions: (
          <Button asChild>
            <AppLink to="/#contact">Go to the contact form</AppLink>
          </Button>
        ),
      }}
    />
  )
}
