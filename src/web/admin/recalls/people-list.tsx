import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import type { Downloader } from '#shared/recalls/contract.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { deliveryBadge } from '../mails/delivery-badges.ts'
import { adminPath } from '../shell/admin-path.ts'
import { ExportButton } from '../ui/export-button.tsx'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { peopleQuery } from './recall-queries.ts'

/** Everyone who downloaded the release, by the first download, with the mails about it. */
export function PeopleList({ releaseId, isRecalled }: { releaseId: number; isRecalled: boolean }) {
  const query = useInfiniteQuery(peopleQuery(releaseId))
  return (
    <ListCard
      title="People who downloaded it"
      description={
        isRecalled
          ? 'In the order of their first download. An account has seen the recall once its owner confirmed it on a page of the shop.'
          : 'In the order of their first download.'
      }
      actions={<ExportButton of="downloaders" filter={{ release: String(releaseId) }} />}
      query={query}
      columns={isRecalled ? [...columns, seenColumn] : columns}
      keyOf={({ id }) => id}
      noun="people"
      empty={{
        title: 'Nobody is known to have downloaded it.',
        icon: <Users />,
      }}
    />
  )
}

const columns: readonly Column<Downloader>[] = [
  { head: 'Person', main: true, className: 'md:max-w-80', cell: (person) => <Person {...person} /> },
  { head: 'First download', cell: ({ firstDownloadAt }) => <RelativeTime dense value={firstDownloadAt} /> },
  { head: 'Mail', cell: ({ mails }) => <Mails mails={mails} /> },
]

const seenColumn: Column<Downloader> = {
  head: 'Seen',
  cell: ({ user, seenAt }) => {
    if (seenAt !== null)
      return (
        <span className="text-success">
          Seen <RelativeTime dense value={seenAt} />
        </span>
      )
    return user === null ? 'No account' : 'Not seen yet'
  },
}

function Person({ user, paymentId, email }: Downloader) {
  const order = paymentId === null ? null : adminPath('orders', { order: paymentId })
  return (
    <>
      {user ? (
        <TextLink to={adminPath('users', { user: user.id })}>
          {user.name ?? `Deleted account #${user.id}`}
        </TextLink>
      ) : order ? (
        <TextLink to={order}>Purchase without an account</TextLink>
      ) : null}
      <p className="mt-0.5 break-all font-normal text-muted text-xs">{email ?? 'The address was erased'}</p>
    </>
  )
}

function Mails({ mails }: Pick<Downloader, 'mails'>) {
  if (mails.length === 0) return 'None yet'
  return (
    <span className="flex flex-wrap gap-1.5 max-md:justify-end">
      {mails.map((mail) => {
        const { tone, label } = deliveryBadge(mail)
        return (
          <Badge key={mail.to} tone={tone} dot>
            {label}
          </Badge>
        )
      })}
    </span>
  )
}
