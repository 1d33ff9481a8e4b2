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
  /** Shown if the link is invalid, too old or incomplete. */
  refused: Texts & { actions: ReactNode }
}

/** A button that uses the mailed link. Opening the link alone changes nothing, because mail programs open links too. */
export function LinkAction(props: LinkActionProps) {
  const token = useLinkToken()
  // The key resets the state when another link is opened in the same tab.
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

/** The server refused the request, so a retry would not help. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status !== NO_ANSWER && error.status < 500 && error.status !== 429
