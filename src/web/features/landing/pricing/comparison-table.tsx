import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { COMPARED_PLANS, type ComparisonRow } from './comparison-rows.ts'

/** For wide screens. Phones show ComparisonStacked. */
export function ComparisonTable({ rows }: { rows: readonly ComparisonRow[] }) {
  return (
    <div className="hidden overflow-hidden rounded-xl border border-line bg-surface shadow-raised md:block">
      <table className="w-full table-fixed border-collapse text-left text-sm">
        <caption className="sr-only">What a single script, Premium and Lifetime give</caption>
        <thead>
          <tr className="border-line-strong border-b">
            <td className="w-1/5 p-4 lg:px-6">
              <VisuallyHidden>What you get</VisuallyHidden>
            </td>
            {COMPARED_PLANS.map(({ key, name }) => (
              <th key={key} scope="col" className="p-4 font-semibold text-base text-fg lg:px-6">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.term}>
              <th scope="row" className="p-4 align-top font-normal text-muted lg:px-6">
                {row.term}
              </th>
              {COMPARED_PLANS.map(({ key }) => (
                <td key={key} className="p-4 align-top text-fg tabular-nums lg:px-6">
                  {row[key]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
