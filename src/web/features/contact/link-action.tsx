import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError, NO_ANSWER, reasonOf } from '../../lib/api.ts'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Button } from '../../ui/button.tsx'
import { AnswerCard } from './answer-card.tsx'

type Texts = { title: string; text: string }

export type LinkActionProps = {
  act: (token: string) => Promise<unknown>
  asking: Texts & { button: string; busy: string; other: ReactNode }
  done: Texts & { actions: ReactNode }
  /** The link is none of ours, too old, or incomplete. */
  refused: Texts & { actions: ReactNode }
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
  if (action.isSuccess) return <AnswerCard kind="done" {...done} />
  if (token === null || isRefusal(error)) {
    const text = error ? reasonOf(error, refused.text) : refused.text
    return <AnswerCard kind="refused" {...refused} text={text} />
  }
  if (error) {
    return (
      <AnswerCard
        kind="failed"
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
      kind="asking"
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
