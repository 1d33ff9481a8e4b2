import { Printer } from 'lucide-react'
import type { IncidentReport, WithdrawalDetail } from '#shared/recalls/contract.ts'
import { reportText } from '#shared/recalls/report-text-rules.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/data/copy-button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { TEXT_LINK } from '../../ui/link-styles.ts'
import { AwareForm } from './aware-form.tsx'
import { ReportClock } from './report-clock.tsx'
import { ReportFacts } from './report-facts.tsx'

const REGULATION = 'https://eur-lex.europa.eu/eli/reg/2024/2847/oj'

/** The facts and the deadlines for the reports about a recall. */
export function ReportSheet({ detail, report }: { detail: WithdrawalDetail; report: IncidentReport }) {
  const { origin } = window.location
  return (
    <Card data-print="">
      <CardHeader className="gap-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <CardTitle as="h3">Report sheet</CardTitle>
          <div data-print="never" className="flex flex-wrap gap-2">
            <CopyButton size="sm" label="Copy as text" value={reportText(detail, report, origin)} />
            <Button size="sm" onClick={() => window.print()}>
              <Printer aria-hidden="true" />
              Print
            </Button>
          </div>
        </div>
        <Guidance />
      </CardHeader>
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <AwareForm key={`${report.awareAt} ${report.note}`} releaseId={detail.releaseId} report={report} />
        <ul aria-label="Reports" className="divide-y divide-line rounded-lg border border-line">
          {report.clocks.map((clock) => (
            <ReportClock key={clock.name} releaseId={detail.releaseId} clock={clock} />
          ))}
        </ul>
        <ReportFacts detail={detail} />
      </CardBody>
    </Card>
  )
}

const Guidance = () => (
  <div className="grid max-w-copy gap-2 text-muted text-sm">
    <p>
      This sheet is guidance linked to Article 14 of the EU’s Cyber Resilience Act (
      <a href={REGULATION} target="_blank" rel="noreferrer" className={TEXT_LINK}>
        Regulation (EU) 2024/2847
      </a>
      ): it is not legal advice and no promise of compliance.
    </p>
    <p>
      The article asks for an early warning within 24 hours and a notification within 72 hours after you
      become aware. The final report is due 14 days after a corrective or mitigating measure is available
      (exploited vulnerability), or one month after the notification (severe incident). The clocks below all
      run from the time that you set here, also that of the final report.
    </p>
  </div>
)
