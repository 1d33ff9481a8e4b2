import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reasonOf } from '../../lib/api.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { SellerForm } from './seller-form.tsx'
import { sellerQuery, taxQuery } from './seller-queries.ts'
import { TaxForm } from './tax-form.tsx'

/** The person or company that sells here, and the tax that its prices include. */
export default function SellerTab() {
  return (
    <div className="grid gap-6">
      <SettingCard
        title="Seller"
        noun="seller"
        query={useQuery(sellerQuery)}
        form={(setting) => <SellerForm key={setting.revision} setting={setting} />}
      >
        Who sells here. Shown in the footer of every page, on About and in the terms, at the end of every
        email, and on receipts and invoices. A change does not alter invoices that were issued before.
      </SettingCard>
      <SettingCard
        title="Tax"
        noun="tax"
        query={useQuery(taxQuery)}
        form={(setting) => <TaxForm key={setting.revision} setting={setting} />}
      >
        Prices include the tax, so no total ever changes: the checkout, receipts and invoices state how much
        of it is tax. An order keeps the tax of the moment when it began.
      </SettingCard>
    </div>
  )
}

type SettingCardProps<Setting> = {
  title: string
  noun: string
  query: UseQueryResult<Setting>
  form: (setting: Setting) => ReactNode
  children: ReactNode
}

function SettingCard<Setting>({ title, noun, query, form, children }: SettingCardProps<Setting>) {
  const { data, error, isFetching, refetch } = query
  return (
    <Card>
      <CardHeader>
        <CardTitle as="h2">{title}</CardTitle>
        <CardDescription className="max-w-copy">{children}</CardDescription>
      </CardHeader>
      <CardBody>
        {data ? (
          form(data)
        ) : error ? (
          <ErrorState
            bare
            title={`The ${noun} could not be loaded`}
            text={reasonOf(error, 'An unexpected error occurred')}
            onRetry={() => refetch()}
            retrying={isFetching}
          />
        ) : (
          <div className="grid gap-4">
            <VisuallyHidden role="status">Loading the {noun}</VisuallyHidden>
            {[0, 1, 2].map((row) => (
              <Skeleton key={row} className="h-16 rounded-lg" />
            ))}
          </div>
        )}
      </CardBody>
    </Card>
  )
}
