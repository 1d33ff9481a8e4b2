import { COMPARED_PLANS, type ComparisonRow } from './comparison-rows.ts'

/** The table for phones: each term is above its three values, so that they can still be compared. */
export function ComparisonStacked({ rows }: { rows: readonly ComparisonRow[] }) {
  return (
    <div className="rounded-xl border border-line bg-surface shadow-raised md:hidden">
      <table className="w-full table-fixed border-collapse text-left text-[0.8125rem]">
        <caption className="sr-only">What a single script, Premium and Lifetime give</caption>
        <thead>
          <tr>
            {COMPARED_PLANS.map(({ key, name }) => (
              <th
                key={key}
                scope="col"
                className="sticky top-16 rounded-t-xl border-line-strong border-b bg-surface px-3 py-3 font-semibold text-fg text-sm"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map((row) => (
          <tbody key={row.term} className="border-line not-last:border-b">
            <tr>
              <th scope="rowgroup" colSpan={3} className="px-3 pt-3 font-normal text-subtle text-xs">
                {row.term}
              </th>
            </tr>
            <tr>
              {COMPARED_PLANS.map(({ key }) => (
                <td key={key} className="px-3 pt-0.5 pb-3 align-top text-fg tabular-nums">
                  {row[key]}
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
    </div>
  )
}
