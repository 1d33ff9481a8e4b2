import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type StatsQuery, type StatsRange, statsQuery } from '#shared/stats/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Tabs, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'
import { firstCustomDays, type StatsDays } from './stats-days.ts'

const LABELS: Record<StatsRange, string> = {
  today: 'Today',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  custom: 'Custom',
}

export type StatsRangePickerProps = {
  query: StatsQuery
  /** The days that are shown now. A custom range starts with them. */
  shown: StatsDays | undefined
  onChange: (query: StatsQuery) => void
  /** The id of the element that the picker changes. */
  controls: string
}

export function StatsRangePicker({ query, shown, onChange, controls }: StatsRangePickerProps) {
  const choose = (range: StatsRange) =>
    onChange(range === 'custom' ? { range, ...firstCustomDays(query, shown, Date.now()) } : { range })

  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Tabs value={query.range} onValueChange={(range) => choose(range as StatsRange)}>
        <TabsList label="Days" variant="segmented">
          {Object.entries(LABELS).map(([range, label]) => (
            <TabsTrigger key={range} value={range} aria-controls={controls}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
      </Tabs>
      {query.range === 'custom' ? (
        <CustomDays key={`${query.from} ${query.to}`} query={query} onChange={onChange} />
      ) : null}
    </div>
  )
}

function CustomDays({ query, onChange }: Pick<StatsRangePickerProps, 'query' | 'onChange'>) {
  const form = useForm({
    resolver: zodResolver(statsQuery),
    defaultValues: { range: 'custom' as const, from: query.from ?? '', to: query.to ?? '' },
  })
  const { errors } = form.formState
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((days) => onChange({ ...days, range: 'custom' }))}
      className="flex flex-wrap items-start gap-3"
    >
      <Field label="From" error={errors.from?.message} className="w-40">
        <Input type="date" {...form.register('from')} />
      </Field>
      <Field label="To" error={errors.to?.message} className="w-40">
        <Input type="date" {...form.register('to')} />
      </Field>
      <Button type="submit" className="sm:mt-7.5">
        Show
      </Button>
    </form>
  )
}
