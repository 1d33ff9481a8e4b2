import { AppLink } from '../../lib/app-link.tsx'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Button } from '../../ui/button.tsx'
import { LinkAction } from './link-action.tsx'
import { isOfAccount, topicOf } from './mail-topic.ts'
import { unsubscribe } from './queries.ts'

const profile = (
  <Button asChild>
    <AppLink to="/dashboard?tab=profile">Open your profile</AppLink>
  </Button>
)

const home = (
  <Button asChild>
    <AppLink to="/">Return to Home</AppLink>
  </Button>
)

/** The page of a mail's unsubscribe link. */
export default function UnsubscribePage() {
  const token = useLinkToken() ?? null
  const topic = topicOf(token)
  const ofAccount = isOfAccount(token)
  return (
    <LinkAction
      act={unsubscribe}
      asking={{
        title: 'Unsubscribe from these emails?',
        text: `We will stop sending you ${topic}. You will still get receipts and emails about your account.`,
        button: 'Unsubscribe',
        busy: 'Unsubscribing...',
        other: home,
      }}
      done={{
        title: 'You are unsubscribed',
        text: ofAccount
          ? `You will no longer get ${topic}. You can turn them on again in your profile.`
          : `You will no longer get ${topic}.`,
        actions: ofAccount ? profile : home,
      }}
      refused={{
        title: 'This link does not work',
        text: 'It is not complete. Open the link in the email again, or change your email preferences in your profile.',
        actions: profile,
      }}
    />
  )
}
