import { useState } from 'react'
import type { Profile } from '#shared/accounts/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { DataList } from '../../ui/data/data-list.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { ChangeEmailForm } from './change-email-form.tsx'
import { ConfirmationNotice } from './confirmation-notice.tsx'

export function AccountCard({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState(false)
  return (
    <Card>
      <CardHeader>
        <CardTitle as="h2">Account</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-col gap-4">
        <DataList
          className="-my-3"
          rows={[
            { term: 'Username', value: profile.username },
            {
              term: 'Email',
              value: (
                <span className="flex flex-wrap items-center justify-end gap-x-2.5 gap-y-1">
                  <span className="min-w-0 break-all">{profile.email}</span>
                  {profile.emailVerified ? (
                    <Badge tone="success">Confirmed</Badge>
                  ) : (
                    <Badge tone="warning">Not confirmed</Badge>
                  )}
                </span>
              ),
            },
            { term: 'Member since', value: formatDay(profile.createdAt) },
          ]}
        />
        <ConfirmationNotice profile={profile} />
        {changing ? (
          <ChangeEmailForm profile={profile} onClose={() => setChanging(false)} />
        ) : (
          <Button className="self-start" onClick={() => setChanging(true)}>
            Change email
          </Button>
        )}
      </CardBody>
    </Card>
  )
}
