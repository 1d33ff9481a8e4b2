import type { Message } from '#shared/contact/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, type BadgeTone } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { useReopenMessage } from './use-change-message.ts'

const DELIVERIES: Record<NonNullable<Message['delivery']>, { tone: BadgeTone; text: string }> = {
  queued: { tone: 'info', text: 'On its way' },
  sending: { tone: 'info', text: 'On its way' },
  retrying: { tone: 'warning', text: 'Trying again' },
  sent: { tone: 'success', text: 'Sent' },
  dead: { tone: 'danger', text: 'Not delivered: see Mails' },
}

/** The answer, its author and the delivery state of its mail. */
export function GivenAnswer({ message }: { message: Message }) {
  const { id, ended, answer, answeredAt, answeredBy, delivery } = message
  const { mutate, isPending } = useReopenMessage()
  const title = {
    mail: 'Answered',
    closed: answer === null ? 'Closed without an answer' : 'Closed without another answer',
  }[ended ?? 'mail']
  return (
    <Card>
      <CardHeader className="flex-row flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <CardTitle as="h3" className="flex flex-wrap items-center gap-2.5">
            {answeredAt === null ? 'Answered before' : title}
            {delivery ? <Badge tone={DELIVERIES[delivery].tone}>{DELIVERIES[delivery].text}</Badge> : null}
          </CardTitle>
          {answeredAt === null ? null : (
            <CardDescription>
              <RelativeTime value={answeredAt} />
              {answeredBy ? ` by ${answeredBy.username}` : null}
            </CardDescription>
          )}
        </div>
        {answeredAt === null ? null : (
          <Button size="sm" busy={isPending} onClick={() => mutate(id)}>
            Open again
          </Button>
        )}
      </CardHeader>
      <CardBody>
        {answer === null ? (
          <p className="text-muted text-sm">No mail was sent.</p>
        ) : (
          <p className="whitespace-pre-wrap text-fg leading-7 [overflow-wrap:anywhere]">{answer}</p>
        )}
      </CardBody>
    </Card>
  )
}
