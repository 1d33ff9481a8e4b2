import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Message, MessageRow } from '#shared/contact/contract.ts'
import { Copyable } from '../../ui/data/copyable.tsx'
import { DataList } from '../../ui/data/data-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { DetailFrame } from '../ui/detail-frame.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { AnswerForm } from './answer-form.tsx'
import { GivenAnswer } from './given-answer.tsx'
import { messageQuery } from './inbox-queries.ts'
import { MessageBadge } from './message-badge.tsx'

export function MessageDetail({ messageId }: { messageId: number }) {
  const query = useQuery(messageQuery(messageId))
  return (
    <DetailFrame noun="message" back={{ to: adminPath('inbox'), label: 'Inbox' }} query={query}>
      {query.data ? <Loaded message={query.data} /> : null}
    </DetailFrame>
  )
}

function Loaded({ message }: { message: Message }) {
  const { id, email, answeredAt, others } = message
  // The form is removed once it is answered. Without this, the focus would be lost with it.
  const given = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(answeredAt === null)
  useEffect(() => {
    if (wasOpen.current && answeredAt !== null) given.current?.focus()
    wasOpen.current = answeredAt === null
  }, [answeredAt])
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <MessageText message={message} />
        {answeredAt === null && message.answer === null ? null : (
          <div ref={given} tabIndex={-1} className="rounded-xl outline-none">
            <GivenAnswer message={message} />
          </div>
        )}
        {answeredAt === null ? (
          <Card>
            <CardBody>
              <AnswerForm key={id} messageId={id} email={email} />
            </CardBody>
          </Card>
        ) : null}
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Sender message={message} />
        {others.length > 0 ? <Others messages={others} email={email} /> : null}
      </div>
    </div>
  )
}

/** Plain text: links in a message are not clickable. */
function MessageText({ message: { subject, message, ended } }: { message: Message }) {
  return (
    <Card>
      <CardHeader className="flex-row flex-wrap items-start justify-between gap-3">
        <CardTitle as="h2" className="min-w-0 [overflow-wrap:anywhere]">
          {subject}
        </CardTitle>
        <MessageBadge ended={ended} />
      </CardHeader>
      <CardBody>
        <p className="whitespace-pre-wrap text-fg leading-7 [overflow-wrap:anywhere]">{message}</p>
      </CardBody>
    </Card>
  )
}

function Sender({ message }: { message: Message }) {
  const { name, email, account, createdAt, ip, newsletter } = message
  return (
    <Card>
      <CardHeader>
        <CardTitle as="h3">Sender</CardTitle>
      </CardHeader>
      <CardBody className="py-2">
        <DataList
          rows={[
            { term: 'Name', value: <span className="[overflow-wrap:anywhere]">{name}</span> },
            { term: 'Address', value: <Copyable value={email} label="address" /> },
            {
              term: 'Account',
              value: account ? (
                <TextLink to={adminPath('users', { user: account.id })}>{account.username}</TextLink>
              ) : (
                'No account has confirmed this address'
              ),
            },
            { term: 'Received', value: <RelativeTime value={createdAt} /> },
            {
              term: 'Sent from',
              value: ip ? <Copyable value={ip} label="IP address" /> : 'Not kept',
            },
            ...(newsletter ? [{ term: 'Newsletter', value: 'Requested' }] : []),
          ]}
        />
      </CardBody>
    </Card>
  )
}

function Others({ messages, email }: { messages: MessageRow[]; email: string }) {
  return (
    <Card>
      <CardHeader className="pb-2">
        <CardTitle as="h3">Also from this address</CardTitle>
      </CardHeader>
      <ul className="divide-y divide-line border-line border-t">
        {messages.map(({ id, subject, createdAt, ended }) => (
          <li key={id} className="flex flex-col items-start gap-1 px-5 py-3 sm:px-6">
            <TextLink to={adminPath('inbox', { message: id })}>{subject}</TextLink>
            <span className="flex items-center gap-2.5 text-muted text-xs">
              <MessageBadge ended={ended} />
              <RelativeTime dense value={createdAt} />
            </span>
          </li>
        ))}
      </ul>
      <p className="border-line border-t px-5 py-3 text-sm sm:px-6">
        <TextLink to={adminPath('inbox', { state: 'all', q: email })}>All of them</TextLink>
      </p>
    </Card>
  )
}
