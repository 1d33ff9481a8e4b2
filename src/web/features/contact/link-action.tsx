import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError, NO_ANSWER, reasonOf } from '../../app/api.ts'
import { useLinkToken } from '../../app/use-link-token.ts'
import { Button } from '../../ui/button.tsx'
import { AnswerCard } from './answer-card.tsx'

type Words = { title: string; text: string }

export type LinkActionProps = {
  act: (token: string) => Promise<unknown>
  asking: Words & { button: string; busy: string; other: ReactNode }
  done: Words & { actions: ReactNode }
  /** The link is none of ours, too old, or incomplete. */
  refused: Words & { actions: ReactNode }
}

/** One button for the link that led here: nothing happens by merely opening it, as mail programs do. */
export function LinkAction(props: LinkActionProps) {
  const token = useLinkToken()
  // Another link, opened in the same tab, begins again.
  return <OneAction key={token} token={token} {...props} />
}

function OneAction({
  act,
  asking,
  done,
  refused,
  token,
}: LinkActionProps & { token: string | null | undefined }) {
  const action = useMutation({ mutationFn: act })
  const { error } = action
  const press = () => {
    if (token) action.mutate(token)
  }
  if (action.isSuccess) return <AnswerCard look="done" {...done} />
  if (token === null || isRefusal(error)) {
    const text = error ? reasonOf(error, refused.text) : refused.text
    return <AnswerCard look="refused" {...refused} text={text} />
  }
  if (error) {
    return (
      <AnswerCard
        look="failed"
        title="This did not work"
        text={reasonOf(error, 'Something went wrong on our side. Please try again.')}
        actions={
          <Button variant="primary" onClick={press} busy={action.isPending}>
            Retry
          </Button>
        }
      />
    )
  }
  return (
    <AnswerCard
      look="asking"
      title={asking.title}
      text={asking.text}
      actions={
        <>
          <Button variant="primary" onClick={press} busy={action.isPending} busyText={asking.busy}>
            {asking.button}
          </Button>
          {asking.other}
        </>
      }
    />
  )
}

/** The server understood and says no: trying again would not help. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status !== NO_ANSWER && error.status < 500 && error.status !== 429
