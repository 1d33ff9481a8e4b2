import { useQuery } from '@tanstack/react-query'
import type { WithdrawalDetail } from '#shared/recalls/contract.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { DetailFrame } from '../ui/detail-frame.tsx'
import { PeopleList } from './people-list.tsx'
import { withdrawalQuery } from './recall-queries.ts'
import { ReportSheet } from './report-sheet.tsx'
import { WithdrawalTotals } from './withdrawal-totals.tsx'

/** A withdrawn release: the people who have its file, and the report sheet of a recall. */
export function WithdrawalView({ id }: { id: number }) {
  const query = useQuery(withdrawalQuery(id))
  const productId = query.data?.productId
  const back = productId
    ? { to: adminPath('products', { product: productId }), label: query.data?.productName ?? 'The product' }
    : { to: adminPath('products'), label: 'All products' }
  return (
    <DetailFrame noun="withdrawn release" back={back} query={query}>
      {query.data ? <Withdrawal detail={query.data} /> : null}
    </DetailFrame>
  )
}

function Withdrawal({ detail }: { detail: WithdrawalDetail }) {
  const { releaseId, productName, version, advice, reason, report } = detail
  return (
    <>
      <div className="grid gap-1">
        <h2 className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 break-words font-semibold text-fg text-xl">
          <span className="min-w-0">
            {productName} {version}
          </span>
          <Badge tone="danger">{advice === null ? 'Withdrawn' : 'Recalled'}</Badge>
        </h2>
        {reason ? (
          <p className="max-w-copy whitespace-pre-line break-words text-fg text-sm">Why: {reason}</p>
        ) : null}
        {advice ? (
          <p className="max-w-copy whitespace-pre-line break-words text-fg text-sm">What to do: {advice}</p>
        ) : null}
      </div>
      <WithdrawalTotals detail={detail} />
      {report ? <ReportSheet detail={detail} report={report} /> : null}
      <PeopleList releaseId={releaseId} isRecalled={advice !== null} />
    </>
  )
}
