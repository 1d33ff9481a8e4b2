import { useQuery } from '@tanstack/react-query'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Button } from '../../ui/button.tsx'
import { AnswerCard } from '../contact/answer-card.tsx'
import { SupportLink } from '../contact/support-link.tsx'
import { FilePending } from '../mailed-file/file-card.tsx'
import { EmergencyDownload } from './emergency-download.tsx'
import { emergencyFileQuery } from './queries.ts'

/** The page of an emergency link: Premium's file, for buyers who have lost access to their account. */
export default function EmergencyPage() {
  const key = useLinkToken('special_key')
  if (key === undefined) return <FilePending label="Emergency download" />
  if (key === null) {
    return (
      <Refused
        title="This link is not complete"
        text="Emergency downloads need the link that support sent you. Open it again exactly as it was sent."
      />
    )
  }
  return <WithKey key={key} specialKey={key} />
}

function WithKey({ specialKey }: { specialKey: string }) {
  const { data, error, isFetching, refetch } = useQuery(emergencyFileQuery(specialKey))
  if (data) return <EmergencyDownload file={data} specialKey={specialKey} />
  if (error instanceof ApiError && (error.status === 403 || error.status === 410))
    return <Refused title="This link does not work" text={error.reason} />
  if (error) {
    return (
      <AnswerCard
        kind="failed"
        title="There was a problem preparing your download."
        text={`${reasonOf(error, 'Something went wrong on our side.')} Your link was not used up.`}
        actions={
          <Button variant="primary" onClick={() => refetch()} busy={isFetching}>
            Try Again
          </Button>
        }
      />
    )
  }
  return <FilePending label="Emergency download" />
}

function Refused({ title, text }: { title: string; text: string }) {
  return (
    <AnswerCard
      kind="refused"
      title={title}
      text={
        <>
          {text} You can reach us at <SupportLink subject="Emergency download" />.
        </>
      }
      actions={
        <>
          <Button asChild variant="primary">
            <AppLink to="/auth">Log in instead</AppLink>
          </Button>
          <Button asChild>
            <AppLink to="/">Return to Home</AppLink>
          </Button>
        </>
      }
    />
  )
}
