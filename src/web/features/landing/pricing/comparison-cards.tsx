import { DataList } from '../../../ui/data/data-list.tsx'
import { Card, CardTitle } from '../../../ui/layout/card.tsx'
import { COMPARED_PLANS, type ComparisonRow } from './comparison-rows.ts'

/** The table's columns as cards, for phones. */
export function ComparisonCards({ rows }: { rows: readonly ComparisonRow[] }) {
  return (
    <ul className="flex flex-col gap-4 md:hidden">
      {COMPARED_PLANS.map(({ key, name }) => (
        <li key={key}>
          <Card className="px-5 pt-5 pb-2">
            <CardTitle className="text-lg">{name}</CardTitle>
            <DataList className="mt-2" rows={rows.map((row) => ({ term: row.term, value: row[key] }))} />
          </Card>
        </li>
      ))}
    </ul>
  )
}
