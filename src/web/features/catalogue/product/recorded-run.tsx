import type { RecordedRun as Run } from '#shared/catalogue/contract.ts'
import { writeCsv } from '#shared/catalogue/run-table.ts'
import { formatNumber } from '#shared/core/format-number.ts'
import { cn } from '../../../ui/cn.ts'
import { CopyButton } from '../../../ui/data/copy-button.tsx'
import { DetailSection } from './detail-section.tsx'
import { runColumns, shortened } from './run-columns.ts'

export type RecordedRunProps = {
  run: Run
  version: string
  /** The product's name, on the page of a bundle. */
  of?: string | undefined
}

/** What the current release printed and wrote when it was run with its example. */
export function RecordedRun({ run, version, of }: RecordedRunProps) {
  const { command, output, table } = run
  return (
    <DetailSection title={of ? `A real run of ${of}` : 'A real run'} aside={`v${version}`}>
      <p className="max-w-copy text-muted">
        We ran version {version} with the example settings that come with it. This is what it printed
        {table ? ` and what it wrote to ${table.file}` : ''}.
      </p>
      <div className="mt-4 overflow-hidden rounded-lg border border-line bg-surface">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-2.5">
          <code className="min-w-0 text-[0.8125rem] text-fg">
            <span aria-hidden="true" className="select-none text-subtle">
              ${' '}
            </span>
            {command}
          </code>
          <CopyButton size="sm" value={output} label="Copy output" />
        </div>
        <section
          aria-label={of ? `The output of ${of}` : 'The output of the run'}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll it
          tabIndex={0}
          className="max-h-96 overflow-auto bg-bg focus-visible:-outline-offset-2"
        >
          <pre className="w-max min-w-full p-4 font-mono text-fg text-xs leading-5">{output}</pre>
        </section>
      </div>
      {table ? <RunTable table={table} of={of} /> : null}
    </DetailSection>
  )
}

type RunTableProps = { table: NonNullable<Run['table']>; of: string | undefined }

function RunTable({ table: { file, rows, rowCount }, of }: RunTableProps) {
  const shown = runColumns(rows)
  return (
    <div className="mt-4 overflow-hidden rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-2.5">
        <h3 className="font-medium font-mono text-[0.8125rem] text-fg">{file}</h3>
        <CopyButton size="sm" value={writeCsv(rows)} label="Copy table" />
      </div>
      <section
        aria-label={of ? `Rows of ${file}, ${of}` : `Rows of ${file}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll it
        tabIndex={0}
        className="overflow-x-auto bg-bg focus-visible:-outline-offset-2"
      >
        <table className="w-full whitespace-nowrap font-mono text-xs">
          <thead className="bg-surface text-left text-muted">
            <tr>
              {shown.header.map((name, column) => (
                <th
                  key={column}
                  scope="col"
                  className={cn(
                    'border-line border-b px-4 py-2 font-medium',
                    shown.isNumber[column] && 'text-right',
                  )}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {shown.rows.map((row, place) => (
              <tr key={place}>
                {row.map((value, column) => (
                  <td
                    key={column}
                    title={shortened(value) === value ? undefined : value}
                    className={cn('px-4 py-2 text-fg', shown.isNumber[column] && 'text-right')}
                  >
                    {shortened(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="border-line border-t px-4 py-2.5 text-muted text-xs">
        {rows.length - 1 < rowCount
          ? `The first ${rows.length - 1} of ${formatNumber(rowCount)} rows.`
          : `All ${formatNumber(rowCount)} rows.`}
        {shown.left > 0
          ? ` The copied table has ${shown.left} more ${shown.left === 1 ? 'column' : 'columns'}.`
          : ''}
      </p>
    </div>
  )
}
