import type { ReactNode } from 'react'
import { DataList, type DataListRow } from '../../ui/data/data-list.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'

/** A row. Its value may be empty. */
export type Fact = { term: string; value: ReactNode; strong?: boolean }

/** A card of facts about one subject. Facts without a value are left out. */
export function FactCard({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const rows: DataListRow[] = facts.filter(
    ({ value }) => value !== null && value !== undefined && value !== '',
  )
  if (rows.length === 0) return null
  return (
    <Card>
      <CardHeader>
        <CardTitle as="h3">{title}</CardTitle>
      </CardHeader>
      <CardBody className="py-2 [[data-card-header]+&]:pt-2">
        <DataList rows={rows} />
      </CardBody>
    </Card>
  )
}
