import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { MESSAGE_STATES, type MessageRow, type MessageState } from '#shared/contact/contract.ts'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { messagesQuery } from './inbox-queries.ts'
import { MessageBadge } from './message-badge.tsx'

const LABELS: Record<MessageState, string> = { open: 'Open', answered: 'Answered or closed', all: 'All' }

const COLUMNS: Column<MessageRow>[] = [
  {
    head: 'From',
    main: true,
    className: 'md:w-56',
    cell: ({ name, email }) => (
      <span className="min-w-0">
        <span className="block [overflow-wrap:anywhere]">{name}</span>
        <span className="block break-all font-normal text-muted text-xs">{email}</span>
      </span>
    ),
  },
  {
    head: 'Message',
    className: 'max-md:flex-col max-md:gap-0',
    cell: ({ id, subject, excerpt }) => (
      <span className="min-w-0">
        <TextLink to={adminPath('inbox', { message: id })}>
          <span className="line-clamp-2">{subject}</span>
        </TextLink>
        <span className="line-clamp-2 text-muted text-xs [overflow-wrap:anywhere]">{excerpt}</span>
      </span>
    ),
  },
  { head: 'Status', cell: (message) => <MessageBadge {...message} /> },
  { head: 'Received', cell: ({ createdAt }) => <RelativeTime dense value={createdAt} /> },
]

export function MessageList() {
  const { get, set } = useAddressFilter()
  const state = MESSAGE_STATES.find((one) => one === get('state')) ?? 'open'
  return (
    <Tabs value={state} onValueChange={(next) => set({ state: next === 'open' ? '' : next })}>
      <TabsList label="Which messages" variant="segmented">
        {MESSAGE_STATES.map((one) => (
          <TabsTrigger key={one} value={one}>
            {LABELS[one]}
          </TabsTrigger>
        ))}
      </TabsList>
      {MESSAGE_STATES.map((one) => (
        <TabsContent key={one} value={one}>
          <InState state={one} q={get('q')} />
        </TabsContent>
      ))}
    </Tabs>
  )
}

function InState({ state, q }: { state: MessageState; q: string }) {
  return (
    <ListCard
      title="Messages"
      description="Messages from the contact form. IP addresses are deleted after 90 days; a message is kept until its sender’s account is deleted."
      filters={<SearchField label="Sender’s address begins with" />}
      query={useInfiniteQuery(messagesQuery(state, q))}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      noun="messages"
      empty={emptyOf(state, q)}
    />
  )
}

function emptyOf(state: MessageState, q: string) {
  const icon = <Inbox />
  if (q) return { icon, title: 'No messages found.', text: `No address begins with “${q}”.` }
  if (state === 'open') return { icon, title: 'No message is waiting for an answer.' }
  return { icon, title: state === 'all' ? 'No messages yet.' : 'No answered or closed messages yet.' }
}
