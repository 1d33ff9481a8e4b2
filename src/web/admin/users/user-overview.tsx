import { formatDay } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import type { UserDetail } from '#shared/users/contract.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'
import { DataList } from '../../ui/data/data-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Stat } from '../../ui/data/stat.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { ForRole, useMay } from '../ui/for-role.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { UserActions } from './user-actions.tsx'

export function UserOverview({ user }: { user: UserDetail }) {
  const { account, grants, sessions } = user
  const may = useMay()
  const open = grants.data.filter(({ isOpen }) => isOpen).length
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card className="lg:col-span-2">
        <CardBody className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-4">
          <Stat label="Spent" value={formatUsd(account.spent)} />
          <Stat label="Purchases" value={account.purchases} />
          <Stat label="Open access" value={grants.nextCursor === null ? open : `${open}+`} />
          <ForRole least="manager">
            <Stat label="Devices logged in" value={sessions.length} />
          </ForRole>
        </CardBody>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle as="h3">Account</CardTitle>
        </CardHeader>
        <CardBody className="py-1! sm:py-2!">
          <DataList rows={factsOf(user, may('owner'))} />
        </CardBody>
      </Card>
      {account.state === 'deleted' ? null : <UserActions user={account} />}
    </div>
  )
}

function factsOf({ account, referrals }: UserDetail, showsPayouts: boolean) {
  const { referredBy, payoutAddress, preferences, closedAt } = account
  const wanted = [
    preferences.emailNotifications ? 'notifications' : null,
    preferences.promotionalEmails ? 'promotions' : null,
    preferences.newAirdrops ? 'new scripts' : null,
  ].filter((one) => one !== null)
  return [
    { term: 'ID', value: <Copyable value={String(account.id)} label="user ID" /> },
    { term: 'Registered', value: <RelativeTime value={account.createdAt} /> },
    ...(closedAt === null
      ? []
      : [{ term: account.state === 'deleted' ? 'Deleted' : 'Deactivated', value: formatDay(closedAt) }]),
    {
      term: 'Email address',
      value: (
        <span className="flex flex-wrap justify-end gap-2">
          {account.emailVerified ? <Badge tone="success">Confirmed</Badge> : <Badge>Not confirmed</Badge>}
          {account.emailProblem?.reason === 'bounced' ? <Badge tone="danger">Bounces</Badge> : null}
          {account.emailProblem?.reason === 'complained' ? (
            <Badge tone="warning">Marked a mail as spam</Badge>
          ) : null}
        </span>
      ),
    },
    { term: 'Email preferences', value: wanted.join(', ') || 'none' },
    {
      term: 'Referral link',
      value: <Copyable value={account.referralUrl} label="referral link" display={account.referralCode} />,
    },
    {
      term: 'Referred by',
      value:
        referredBy === null ? (
          'nobody'
        ) : (
          <TextLink to={adminPath('users', { user: referredBy.id })}>{referredBy.username}</TextLink>
        ),
    },
    { term: 'Customers referred', value: `${referrals.registered} registered` },
    ...(showsPayouts
      ? [{ term: 'Payout address', value: <span className="font-mono">{payoutAddress ?? 'none'}</span> }]
      : []),
  ]
}
