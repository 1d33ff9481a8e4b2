import { useQuery } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import { formatDay } from '#shared/core/format-day.ts'
import { Button } from '../../../ui/button.tsx'
import { profileQuery } from '../../accounts/queries.ts'
import { TabLink } from '../tab-link.tsx'

/** A notice on the overview: mails to the account's address bounce, or one was marked as spam, and the next step. */
export function EmailProblemNotice() {
  const { data: profile } = useQuery(profileQuery())
  if (!profile?.emailProblem) return null
  const { email, emailProblem } = profile
  const bounced = emailProblem.reason === 'bounced'
  return (
    <section
      aria-label="Email address"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-xl border border-line bg-surface-2 p-4 sm:p-5 lg:col-span-3"
    >
      <div className="flex min-w-0 flex-1 basis-72 gap-3">
        <MailWarning aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-subtle" />
        <div className="min-w-0">
          <p className="font-medium text-fg">
            {bounced
              ? 'Our emails do not reach you'
              : 'We stopped sending you emails about new scripts and versions'}
          </p>
          <p className="mt-0.5 break-words text-muted text-sm">
            {bounced
              ? `An email to ${email} could not be delivered on ${formatDay(emailProblem.since)}. Your purchases and files are here. Change your address. After you confirm it, we send the receipts that did not arrive.`
              : `An email to ${email} was marked as spam. Receipts still come by email. You can turn the other emails on again in your profile, under Notifications.`}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button asChild size="sm" variant={bounced ? 'primary' : undefined}>
          <TabLink tab="profile">{bounced ? 'Change address' : 'Open profile'}</TabLink>
        </Button>
        {bounced ? (
          <Button asChild size="sm">
            <TabLink tab="products">My files</TabLink>
          </Button>
        ) : null}
      </div>
    </section>
  )
}
