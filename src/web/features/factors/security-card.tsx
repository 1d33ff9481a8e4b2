import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#shared/core/format-day.ts'
import type { FactorsView } from '#shared/factors/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { FactorDialog, type FactorDialogView } from './factor-dialog.tsx'
import { factorsQuery, setUpApp } from './factor-queries.ts'
import { FactorRow } from './factor-row.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { type Removed, RemoveFactorDialog } from './remove-factor-dialog.tsx'
import { useFactorChange } from './use-factor-change.ts'

/** The account's passkeys, authenticator app and recovery codes. */
export function SecurityCard() {
  const { data, error, isFetching, refetch } = useQuery(factorsQuery())
  const isOn = data && hasFactor(data)
  return (
    <Card>
      <CardHeader className="pb-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <CardTitle as="h2">Two-step login</CardTitle>
          {data ? <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge> : null}
        </div>
        <CardDescription className="max-w-copy">
          A second proof beside your password. With it, somebody who has only your password cannot open your
          account.
          {data?.required ? ' This shop requires it of its admins.' : null}
        </CardDescription>
      </CardHeader>
      {data ? <Factors factors={data} /> : null}
      {!data && error ? (
        <ErrorState
          bare
          title="Your two-step login could not be loaded"
          text={reasonOf(error, 'An unexpected error occurred')}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : null}
      {!data && !error ? <Waiting /> : null}
    </Card>
  )
}

/** True where the account's login has a second step. */
export const hasFactor = ({ passkeys, app }: FactorsView): boolean => passkeys.length > 0 || app !== null

function Factors({ factors }: { factors: FactorsView }) {
  const [view, setView] = useState<FactorDialogView | null>(null)
  const [removed, setRemoved] = useState<Removed | null>(null)
  const { passkeys, app, recoveryCodes } = factors
  const isOn = hasFactor(factors)
  const setUp = useFactorChange(setUpApp, {
    failed: 'The app cannot be set up now',
    onDone: ({ data }) => setView({ name: 'app', setup: data }),
  })
  return (
    <>
      <div className="divide-y divide-line border-line border-t">
        <FactorRow
          title="Passkeys"
          text="Your fingerprint, face, screen lock or a security key. A passkey also works without your password."
          below={
            passkeys.length > 0 ? (
              <PasskeyList
                passkeys={passkeys}
                onRename={(passkey) => setView({ name: 'rename', passkey })}
                onRemove={setRemoved}
              />
            ) : null
          }
        >
          <Button aria-haspopup="dialog" onClick={() => setView({ name: 'passkey' })}>
            Add a passkey
          </Button>
        </FactorRow>
        <FactorRow
          title="Authenticator app"
          text={
            app
              ? `Set up on ${formatDay(app.confirmedAt)}. Type its code after your password.`
              : 'An app that shows a new code every 30 seconds. You type the code after your password.'
          }
        >
          {app ? (
            <Button aria-haspopup="dialog" onClick={() => setRemoved('app')}>
              Remove<VisuallyHidden> the authenticator app</VisuallyHidden>
            </Button>
          ) : (
            <Button aria-haspopup="dialog" busy={setUp.busy} onClick={() => setUp.submit()}>
              Set up an app
            </Button>
          )}
        </FactorRow>
        {isOn ? (
          <FactorRow title="Recovery codes" text={leftText(recoveryCodes)}>
            <Button aria-haspopup="dialog" onClick={() => setView({ name: 'renew' })}>
              Make new codes
            </Button>
          </FactorRow>
        ) : null}
        <p className="max-w-copy px-5 py-4 text-muted text-sm sm:px-6">
          <strong className="font-medium text-fg">If you lose everything.</strong> Without your devices and
          without a recovery code nobody can log in to your account, not even with a new password. Then{' '}
          <AppLink to="/#contact" className="underline underline-offset-2 hover:text-fg">
            write to us
          </AppLink>
          . We turn two-step login off only if you can prove that the account is yours. Keep your recovery
          codes on paper or in a password manager, away from your devices.
        </p>
      </div>
      <FactorDialog view={view} onView={setView} />
      {removed ? (
        <RemoveFactorDialog
          removed={removed}
          isLast={countOf(factors) === 1}
          onClose={() => setRemoved(null)}
        />
      ) : null}
    </>
  )
}

const countOf = ({ passkeys, app }: FactorsView) => passkeys.length + (app ? 1 : 0)

function leftText({ left, createdAt }: FactorsView['recoveryCodes']): string {
  const made = createdAt ? ` of those made on ${formatDay(createdAt)}` : ''
  if (left === 0) return 'None are left. Make new ones, in case you lose your devices.'
  const codes = left === 1 ? '1 code is' : `${left} codes are`
  return `${codes} left${made}. Each replaces your passkey or app at one login.`
}

const Waiting = () => (
  <div className="flex flex-col gap-8 border-line border-t px-5 py-6 sm:px-6">
    {['passkeys', 'app', 'note'].map((row) => (
      <Skeleton key={row} className="h-10 w-full" />
    ))}
  </div>
)
