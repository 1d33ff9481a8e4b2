import { formatNumber as count } from '#shared/core/format-number.ts'
import type { WithdrawalDetail, WithdrawnVersion } from '#shared/recalls/contract.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { TextLink } from '../ui/text-link.tsx'

/** The people and the mails of each withdrawn version of the file. */
export function WithdrawalTotals({ detail: { versions, releaseId, advice } }: { detail: WithdrawalDetail }) {
  return (
    <Card>
      <CardHeader className="pb-4">
        <CardTitle as="h3">Reached so far</CardTitle>
        <CardDescription>
          Mails also go to addresses to which an owner mailed the link, so there can be more mails than
          people.
        </CardDescription>
      </CardHeader>
      <ul aria-label="Versions" className="divide-y divide-line border-line border-t">
        {versions.map((version) => (
          <li key={version.releaseId} className="grid gap-3 px-5 py-4 sm:px-6">
            {versions.length > 1 ? (
              <p className="min-w-0 break-words font-medium text-fg text-sm">
                {version.releaseId === releaseId ? (
                  `${version.productName} ${version.version}`
                ) : (
                  <AppLink
                    to={adminPath('products', { withdrawal: version.releaseId })}
                    className="rounded-sm underline decoration-line-strong underline-offset-4"
                  >
                    {version.productName} {version.version}
                  </AppLink>
                )}
              </p>
            ) : null}
            <Figures version={version} isRecalled={advice !== null} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Figures({ version, isRecalled }: { version: WithdrawnVersion; isRecalled: boolean }) {
  const { people, accounts, unknown, mails, seen } = version
  const lost = mails.bounced + mails.dead
  const figures = [
    { term: 'People', value: count(people) },
    { term: 'Mails', value: count(mails.total) },
    { term: 'Waiting', value: count(mails.waiting) },
    { term: 'Delivered', value: count(mails.delivered) },
    { term: 'Not delivered', value: count(lost) },
    ...(isRecalled ? [{ term: 'Seen', value: `${count(seen)} of ${count(accounts)}` }] : []),
  ]
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-6">
        {figures.map(({ term, value }) => (
          <div key={term} className="grid gap-0.5">
            <dt className="text-muted text-xs">{term}</dt>
            <dd className="font-mono text-fg text-lg">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-xs empty:hidden">
        {isRecalled && people > accounts
          ? `${count(people - accounts)} ${people - accounts === 1 ? 'person' : 'people'} without an account cannot confirm. `
          : null}
        {unknown > 0
          ? `Downloaded also through ${unknown === 1 ? 'an emergency link' : `${count(unknown)} emergency links`}: we do not know by whom. `
          : null}
        {lost > 0 ? (
          <>
            The <TextLink to={adminPath('mails')}>Mails tab</TextLink> lists mails that were not delivered.
          </>
        ) : null}
      </p>
    </>
  )
}
