import { formatUtcMoment } from '#shared/core/format-day.ts'
import type { IncidentReport, WithdrawalDetail, WithdrawnVersion } from './contract.ts'

export type ReportFact = { term: string; lines: string[] }

const count = (value: number): string => value.toLocaleString('en-US')
const counted = (value: number, one: string, many = `${one}s`) =>
  `${count(value)} ${value === 1 ? one : many}`

/** Each line names its version where the file has several. */
const linesOf = (versions: readonly WithdrawnVersion[], say: (version: WithdrawnVersion) => string) =>
  versions.map((one) => (versions.length > 1 ? `${one.productName} ${one.version}: ${say(one)}` : say(one)))

function reached({ mails, accounts, seen, people, unknown }: WithdrawnVersion): string {
  const parts = [
    `${counted(mails.total, 'mail')}, ${count(mails.delivered)} reported as delivered, ${count(mails.waiting)} waiting, ${count(mails.bounced + mails.dead)} not delivered`,
    `${count(seen)} of ${counted(accounts, 'account')} confirmed that they read it`,
  ]
  if (people > accounts) parts.push(`${count(people - accounts)} without an account cannot confirm`)
  if (unknown > 0) parts.push(`${counted(unknown, 'emergency link')} used by unknown people`)
  return parts.join('; ')
}

/** What the shop knows about a recall, in the order of the sheet. Times are UTC. */
export function factsOfReport(detail: WithdrawalDetail): ReportFact[] {
  const { versions, sha256, fileName, size, reason, advice } = detail
  return [
    { term: 'Product', lines: [...new Set(versions.map(({ productName }) => productName))] },
    {
      term: 'Versions',
      lines: versions.map(({ productName, version, publishedAt, withdrawnAt }) =>
        [
          `${productName} ${version}`,
          publishedAt === null ? 'never published' : `published ${formatUtcMoment(publishedAt)}`,
          `recalled ${formatUtcMoment(withdrawnAt)}`,
        ].join(', '),
      ),
    },
    { term: 'File', lines: [`${fileName}, ${counted(size, 'byte')}`] },
    { term: 'SHA-256', lines: [sha256] },
    { term: 'Reason', lines: [reason ?? ''] },
    { term: 'What to do', lines: [advice ?? ''] },
    { term: 'Replacement', lines: linesOf(versions, ({ replacement }) => replacement ?? 'none') },
    {
      term: 'Downloaded',
      lines: linesOf(
        versions,
        ({ people, downloads }) =>
          `by ${counted(people, 'person', 'people')}, in ${counted(downloads, 'request')} (repeated and partial ones included)`,
      ),
    },
    { term: 'Reached', lines: linesOf(versions, reached) },
    { term: 'Countries', lines: ['Not recorded by the shop.'] },
  ]
}

const DISCLAIMER =
  'Guidance linked to Article 14 of the EU’s Cyber Resilience Act (Regulation (EU) 2024/2847, https://eur-lex.europa.eu/eli/reg/2024/2847/oj): not legal advice, no promise of compliance.'

/** The sheet as text, for a form or a mail. `origin`: the shop's address. */
export function reportText(detail: WithdrawalDetail, report: IncidentReport, origin: string): string {
  const facts = factsOfReport(detail)
  const entries = detail.entries.map(({ index, type }) => `${origin}/log/entry/${index} (${type})`)
  const clocks = report.clocks.map(({ name, dueAt, step }) => {
    const due = dueAt === null ? '' : ` due ${formatUtcMoment(dueAt)};`
    if (step === null) return `${name}:${due} not done`
    const note = step.note ? ` ${step.note}` : ''
    return `${name}:${due} done ${formatUtcMoment(step.doneAt)} by ${step.doneBy ?? 'a former admin'}.${note}`
  })
  const sections: ReportFact[] = [
    { term: 'Aware since', lines: [formatUtcMoment(report.awareAt)] },
    { term: 'Note', lines: report.note ? [report.note] : [] },
    { term: 'Reports', lines: clocks },
    ...facts,
    { term: 'Public log', lines: entries },
  ]
  const text = sections
    .filter(({ lines }) => lines.some((line) => line !== ''))
    .map(({ term, lines }) =>
      lines.length === 1
        ? `${term}: ${lines[0]}`
        : [`${term}:`, ...lines.map((line) => `- ${line}`)].join('\n'),
    )
  return [`Recall of ${detail.productName} ${detail.version}`, DISCLAIMER, ...text, ''].join('\n')
}
