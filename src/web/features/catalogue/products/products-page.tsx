import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { reasonOf } from '../../../lib/api.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Container } from '../../../ui/layout/container.tsx'
import { productsForSaleQuery } from '../queries.ts'
import { CatalogueResults } from './results.tsx'
import { CatalogueSkeleton } from './skeleton.tsx'
import { CatalogueToolbar } from './toolbar.tsx'
import { useCatalogueFilter } from './use-filter.ts'

export default function ProductsPage() {
  const { data, error, isFetching, refetch } = useQuery(productsForSaleQuery())
  const control = useCatalogueFilter()
  // The list and the counts follow after the paint of a typed letter.
  const shown = useDeferredValue(control.filter)
  return (
    <Container className="min-h-[calc(100dvh-4rem)] pt-8 pb-section sm:pt-14">
      <h1 className="font-semibold text-3xl text-fg sm:text-4xl">Scripts</h1>
      <p className="mt-2 max-w-copy text-base text-muted sm:mt-3 sm:text-lg">
        They run on your own computer; you sign in your own wallet. Buy one and keep it, or get all of them
        with a plan, with a 7-day{' '}
        <AppLink
          to="/refund-policy"
          className="whitespace-nowrap rounded-sm text-fg underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          money-back guarantee
        </AppLink>
        .
      </p>
      <div className="mt-6 border-line border-b pb-5 sm:mt-8">
        <CatalogueToolbar products={data} control={control} shown={shown} />
      </div>
      <div className="mt-5">
        {data ? (
          <CatalogueResults products={data} filter={shown} hrefOfAll={control.hrefOfAll} />
        ) : error ? (
          <ErrorState
            title="The scripts could not be loaded"
            text={reasonOf(error, 'The shop did not answer. Try again in a moment.')}
            onRetry={refetch}
            retrying={isFetching}
          />
        ) : (
          <CatalogueSkeleton />
        )}
      </div>
    </Container>
  )
}
