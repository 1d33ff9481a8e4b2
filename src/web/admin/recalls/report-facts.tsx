import type { WithdrawalDetail } from '#shared/recalls/contract.ts'
import { factsOfReport } from '#shared/recalls/report-text-rules.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { DataList } from '../../ui/data/data-list.tsx'
import { TEXT_LINK } from '../../ui/link-styles.ts'

/** What the shop knows for a report. */
export function ReportFacts({ detail }: { detail: WithdrawalDetail }) {
  const facts = factsOfReport(detail).map(({ term, lines }) => ({
    term,
    value: <span className="whitespace-pre-line [overflow-wrap:anywhere]">{lines.join('\n')}</span>,
  }))
  const entries = (
    <ul className="grid gap-1">
      {detail.entries.map(({ index, type }) => (
        <li key={index}>
          <AppLink to={`/log/entry/${index}`} className={TEXT_LINK}>
            entry {index}
          </AppLink>{' '}
          ({type})
        </li>
      ))}
    </ul>
  )
  return (
    <section aria-label="Facts" className="min-w-0 border-line border-t">
      <DataList
        align="start"
        rows={[...facts, { term: 'Public log', value: detail.entries.length > 0 ? entries : 'No entry yet' }]}
      />
    </section>
  )
}
