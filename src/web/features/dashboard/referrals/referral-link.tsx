import { useQuery } from '@tanstack/react-query'
import { COMMISSION_PERCENT, REFUND_WINDOW_DAYS, REMEMBERED_DAYS } from '#shared/referrals/rules.ts'
import { reasonOf } from '../../../lib/api.ts'
import { CopyButton } from '../../../ui/data/copy-button.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { referralStatsQuery } from '../../referrals/queries.ts'

const facts = [
  `You earn ${COMMISSION_PERCENT} percent of every payment by the people you refer, renewals included.`,
  `People who register or buy within ${REMEMBERED_DAYS} days of opening your link are referred by you. If they opened several links, the first one counts.`,
  `A commission is pending until the ${REFUND_WINDOW_DAYS}-day refund window is over. A refunded purchase earns nothing.`,
  'Completed commissions are paid out monthly.',
  'Your own purchases do not count.',
]

export function ReferralLink() {
  const { data, error, isFetching, refetch } = useQuery(referralStatsQuery())
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle as="h2">Your referral link</CardTitle>
      </CardHeader>
      {error ? (
        <ErrorState
          bare
          title="Your referral link could not be loaded"
          text={reasonOf(error, 'An unexpected error occurred')}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : (
        <CardBody>
          {data ? (
            <div className="flex flex-wrap items-end gap-3">
              <Field label="Referral link" hideLabel className="min-w-48 flex-1">
                <Input
                  readOnly
                  value={data.referralUrl}
                  onFocus={(event) => event.currentTarget.select()}
                  className="font-mono text-[0.8125rem]"
                />
              </Field>
              <CopyButton
                variant="primary"
                value={data.referralUrl}
                label="Copy link"
                onCopied={() => toast({ title: 'Link copied!', tone: 'success' })}
              />
            </div>
          ) : (
            <Skeleton className="h-10 rounded-md" />
          )}
          <ul className="mt-5 flex list-disc flex-col gap-2 pl-4.5 text-muted text-sm marker:text-subtle">
            {facts.map((fact) => (
              <li key={fact} className="pl-1">
                {fact}
              </li>
            ))}
          </ul>
          {data && data.registered > 0 ? (
            <p className="mt-5 border-line border-t pt-4 text-fg text-sm">
              {data.registered === 1 ? '1 person has' : `${data.registered} people have`} registered with your
              link.
            </p>
          ) : null}
        </CardBody>
      )}
    </Card>
  )
}
