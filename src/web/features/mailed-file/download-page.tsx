import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MailedFile } from '#shared/downloads/contract.ts'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Button } from '../../ui/button.tsx'
import { AnswerCard } from '../contact/answer-card.tsx'
import { SupportLink } from '../contact/support-link.tsx'
import { FileCard, FilePending } from './file-card.tsx'
import { mailedFileQuery, openMailedFile } from './queries.ts'

const SUBJECT = 'Download link'

/** The page of a download link in a mail. Only its button downloads: mail programs open links too. */
export default function DownloadPage() {
  const token = useLinkToken()
  if (token === undefined) return <FilePending label="Your download" />
  if (token === null) {
    return (
      <Refused
        title="This link is not complete"
        text="Open the link in the email again, exactly as it was sent."
      />
    )
  }
  return <WithToken key={token} token={token} />
}

function WithToken({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(mailedFileQuery(token))
  if (data) return <OneFile file={data} token={token} />
  const refusal = error && refusalOf(error)
  if (refusal) return <Refused {...refusal} />
  if (error) {
    return (
      <AnswerCard
        kind="failed"
        title="There was a problem preparing your download."
        text={`${reasonOf(error, 'Something went wrong on our side.')} Your link still works.`}
        actions={
          <Button variant="primary" onClick={() => refetch()} busy={isFetching}>
            Try Again
          </Button>
        }
      />
    )
  }
  return <FilePending label="Your download" />
}

function OneFile({ file, token }: { file: MailedFile; token: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => openMailedFile(token),
    onSuccess: (url) => window.location.assign(url),
  })
  const refusal = error && refusalOf(error)
  if (refusal) return <Refused {...refusal} />
  return (
    <FileCard
      title="Your download"
      text={`${file.productName}. The link is from our email; please keep it to yourself.`}
      file={file}
      busy={isPending}
      problem={
        error && `There was a problem preparing your download. ${reasonOf(error, 'Please try again.')}`
      }
      started={
        isSuccess
          ? 'Your browser has started the download. If it stops, press Download again within an hour, on the same internet connection: that does not count as another download.'
          : null
      }
      subject={SUBJECT}
      onDownload={() => mutate()}
    />
  )
}

type Refusal = { title: string; text: string; link?: { label: string; url: string } | undefined }

/** Null where a retry may help. */
function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof ApiError)) return null
  const { status, reason, link } = error
  if (status === 410)
    return { title: link ? 'There is another version' : 'This link has ended', text: reason, link }
  if (status === 403 || status === 404) return { title: 'This link does not work', text: reason }
  const isLimit = status === 429 && isOfPurchase(error.data)
  return isLimit ? { title: 'The download limit is reached', text: reason } : null
}

const isOfPurchase = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'code' in data && data.code === 'download-limit'

function Refused({ title, text, link }: Refusal) {
  const logIn: ReactNode = (
    <Button asChild variant={link ? 'secondary' : 'primary'}>
      <AppLink to="/auth">Log in instead</AppLink>
    </Button>
  )
  return (
    <AnswerCard
      kind="refused"
      title={title}
      text={
        <>
          {text} You can reach us at <SupportLink subject={SUBJECT} />.
        </>
      }
      actions={
        <>
          {link ? (
            <Button asChild variant="primary">
              <AppLink to={link.url}>{link.label}</AppLink>
            </Button>
          ) : null}
          {logIn}
          <Button asChild>
            <AppLink to="/">Return to Home</AppLink>
          </Button>
        </>
      }
    />
  )
}
