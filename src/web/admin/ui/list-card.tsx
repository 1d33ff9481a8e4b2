import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reasonOf } from '../../lib/api.ts'
import { cn } from '../../ui/cn.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { ShowMore } from './show-more.tsx'

export type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  /** Aligns the column at the end. For money and counts. */
  end?: boolean
  /** The row's name. On a phone, it is the heading of the row's card, without the column's name. */
  main?: boolean
  /** The row's buttons. On a phone, they are below the other cells, without the column's name. */
  actions?: boolean
  className?: string
}

export type ListPage<Row> = { data: Row[]; nextCursor: number | string | null }

export type ListCardProps<Row> = {
  title: string
  description?: ReactNode
  /** Beside the title: create, export. */
  actions?: ReactNode
  /** Below the title: search, filters. */
  filters?: ReactNode
  /** A query of `infiniteQueryOptions`. */
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Row>>>
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string | number
  /** The plural noun of the rows, for "The users could not be loaded". */
  noun: string
  empty: { title: string; text?: ReactNode; action?: ReactNode; icon?: ReactNode }
  className?: string
}

/** A paged list of the back office: a table, on a phone cards, with loading, empty and error states. */
export function ListCard<Row>({ query, columns, keyOf, noun, empty, ...props }: ListCardProps<Row>) {
  const { data, error, isPending, isFetching, isFetchingNextPage, refetch } = query
  const rows = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Card className={props.className}>
      <CardHeader className="gap-4 pb-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <CardTitle as="h2">{props.title}</CardTitle>
            {props.description ? <CardDescription>{props.description}</CardDescription> : null}
          </div>
          {props.actions ? <div className="flex flex-wrap gap-2">{props.actions}</div> : null}
        </div>
        {props.filters ? <div className="flex flex-wrap items-center gap-2">{props.filters}</div> : null}
      </CardHeader>
      {isPending ? <TableSkeleton columns={columns.length} noun={noun} /> : null}
      {error && rows.length === 0 ? (
        <ErrorState
          bare
          title={`The ${noun} could not be loaded`}
          text={reasonOf(error, 'An unexpected error occurred')}
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      ) : null}
      {data && rows.length === 0 ? <EmptyState bare className="border-line border-t" {...empty} /> : null}
      {rows.length > 0 ? (
        <table
          aria-label={props.title}
          aria-busy={isFetching && !isFetchingNextPage}
          className="w-full border-line border-t text-sm max-md:block"
        >
          <thead className="max-md:sr-only">
            <tr>
              {columns.map(({ head, end, actions }) => (
                <th
                  key={head}
                  scope="col"
                  className={cn(
                    'px-3 py-2.5 font-medium text-muted text-xs first:pl-5 last:pr-5 sm:first:pl-6 sm:last:pr-6',
                    end ? 'text-right' : 'text-left',
                  )}
                >
                  {actions ? <VisuallyHidden>{head}</VisuallyHidden> : head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line md:border-t max-md:block">
            {rows.map((row) => (
              <tr key={keyOf(row)} className="max-md:block max-md:px-5 max-md:py-4">
                {columns.map(({ head, cell, end, main, actions, className }) => (
                  <td
                    key={head}
                    className={cn(
                      'min-w-0 break-words align-middle md:h-11 md:px-3 md:py-1.5 md:last:pr-6 md:first:pl-6',
                      end && 'md:text-right',
                      main && 'font-medium text-fg max-md:mb-1.5 max-md:block',
                      actions &&
                        'max-md:mt-3 max-md:flex max-md:flex-wrap max-md:gap-2 md:whitespace-nowrap md:text-right',
                      !main &&
                        !actions &&
                        'text-muted max-md:flex max-md:justify-between max-md:gap-4 max-md:py-0.5',
                      className,
                    )}
                  >
                    {main || actions ? null : (
                      <span aria-hidden="true" className="shrink-0 text-subtle text-xs md:hidden">
                        {head}
                      </span>
                    )}
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <ShowMore query={query} />
    </Card>
  )
}

function TableSkeleton({ columns, noun }: { columns: number; noun: string }) {
  return (
    <div className="divide-y divide-line border-line border-t">
      <VisuallyHidden role="status">Loading the {noun}</VisuallyHidden>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className="flex h-11 items-center gap-6 px-5 sm:px-6">
          {Array.from({ length: Math.min(columns, 5) }, (_, column) => (
            <Skeleton key={column} className={cn('h-4', column === 0 ? 'w-48' : 'w-20 max-md:hidden')} />
          ))}
        </div>
      ))}
    </div>
  )
}
