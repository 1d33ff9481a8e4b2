import { formatDay } from '../../../worker/core/format-day.ts'
import type { CustomerDetail } from '../../../worker/features/customers/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { formatUsd } from '../../ui/format-usd.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Stat } from '../../ui/stat.tsx'
import { AdminLink } from '../shell/admin-link.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { CustomerActions } from './customer-actions.tsx'

export function CustomerOverview({ customer }: { customer: CustomerDetail }) {
  const { account, grants, sessions } = customer
  const open = grants.data.filter(({ isOpen }) => isOpen).length
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card className="lg:col-span-2">
        <CardBody className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-4">
          <Stat label="Spent" value={formatUsd(account.spent)} />
          <Stat label="Purchases" value={account.purchases} />
          <Stat label="Open access" value={grants.nextCursor === null ? open : `${open}+`} />
          <Stat label="Devices logged in" value={sessions.length} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle as="h3">Account</CardTitle>
        </CardHeader>
        <CardBody className="py-1! sm:py-2!">
          <DataList rows={factsOf(customer)} />
        </CardBody>
      </Card>
      {account.state === 'deleted' ? null : <CustomerActions customer={account} />}
    </div>
  )
}

function factsOf({ account, referrals }: CustomerDetail) {
  const { referredBy, payoutAddress, preferences, closedAt } = account
  const wanted = [
    preferences.emailNotifications ? 'notifications' : null,
    preferences.promotionalEmails ? 'promotions' : null,
    preferences.newAirdrops ? 'new scripts' : null,
  ].filter((one) => one !== null)
  return [
    { term: 'Id', value: <Copyable value={String(account.id)} label="user id" /> },
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
    { term: 'Mails wanted', value: wanted.join(', ') || 'none' },
    {
      term: 'Referral link',
      value: <Copyable value={account.referralUrl} label="referral link" display={account.referralCode} />,
    },
    {
      term: 'Came by',
      value:
        referredBy === null ? (
          'nobody'
        ) : (
          <AdminLink to={adminPath('users', { user: referredBy.id })}>{referredBy.username}</AdminLink>
        ),
    },
    { term: 'Brought along', value: `${referrals.registered} registered` },
    { term: 'Payout address', value: <span className="font-mono">{payoutAddress ?? 'none'}</span> },
  ]
}
