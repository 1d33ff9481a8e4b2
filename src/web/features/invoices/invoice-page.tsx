import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import type { OrderInvoices } from '#shared/invoices/contract.ts'
import { reasonOf } from '../../lib/api.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { LazyCode } from '../../lib/lazy-code.ts'
import { useParams } from '../../lib/router/router-context.ts'
import { useLazyCode } from '../../lib/use-lazy-code.ts'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Button } from '../../ui/button.tsx'
import { CodeError } from '../../ui/feedback/code-error.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { invoicesQuery } from './queries.ts'

// Apart from the page's code: it brings react-hook-form and zod, and few invoices are corrected.
const form = new LazyCode(() => import('./billing-form.tsx'))

/** The invoices and credit notes of one order. Opened by its account, its mailed link, or a member of staff. */
export default function InvoicePage() {
  const { reference = '' } = useParams()
  const token = useLinkToken()
  const { data, error, isFetching, refetch } = useQuery({
    ...invoicesQuery(reference, token ?? null),
    enabled: token !== undefined,
  })
  return (
    <Container className="max-w-4xl pt-8 pb-section print:max-w-none print:p-0">
      {data ? (
        <Invoices invoices={data} reference={reference} token={token ?? null} />
      ) : error ? (
        <ErrorState
          title="The invoice could not be opened"
          text={reasonOf(error, 'An unexpected error occurred')}
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      ) : (
        <div className="grid gap-6">
          <VisuallyHidden role="status">Loading the invoice</VisuallyHidden>
          <Skeleton className="h-10 w-72" />
          <Skeleton className="h-160 rounded-xl" />
        </div>
      )}
    </Container>
  )
}

type InvoicesProps = { invoices: OrderInvoices; reference: string; token: string | null }

function Invoices({ invoices, reference, token }: InvoicesProps) {
  const [editing, setEditing] = useState(false)
  const { module, error, fetch } = useLazyCode(form)
  const { orderReference, documents, billing, canCorrect, email } = invoices
  const isOpen = editing && (module !== undefined || error !== null)
  // The newest document first: it is the one that counts.
  const shown = documents.toReversed()
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-4 print:hidden">
        <h1 className="font-semibold text-2xl text-fg sm:text-3xl">Order {orderReference}</h1>
        {documents.length > 0 ? (
          <div className="flex flex-wrap gap-2">
            {canCorrect && !isOpen ? (
              <Button
                busy={editing}
                onPointerEnter={form.preload}
                onFocus={form.preload}
                onClick={() => {
                  setEditing(true)
                  fetch()
                }}
              >
                {billing ? 'Change billing details' : 'Add billing details'}
              </Button>
            ) : null}
            <Button variant={editing ? 'secondary' : 'primary'} onClick={() => window.print()}>
              <Printer aria-hidden="true" />
              Print or save as PDF
            </Button>
          </div>
        ) : null}
      </header>
      {isOpen ? (
        <Card className="mt-6 print:hidden">
          <CardHeader>
            <CardTitle as="h2">Billing details</CardTitle>
          </CardHeader>
          <CardBody>
            {module ? (
              <module.BillingForm
                reference={reference}
                token={token}
                billing={billing}
                onDone={() => setEditing(false)}
              />
            ) : (
              <CodeError error={error} onRetry={fetch} />
            )}
          </CardBody>
        </Card>
      ) : null}
      {documents.length === 0 ? (
        <EmptyState
          className="mt-6"
          title="There is no invoice for this order"
          text="An order gets its invoice as soon as it is paid. An order that costs nothing has none."
          action={
            <Button asChild>
              <AppLink to="/dashboard?tab=products#purchases">Open your purchases</AppLink>
            </Button>
          }
        />
      ) : (
        <div data-print="" className="mt-6 grid gap-6 print:mt-0 print:block">
          {shown.map((document) => (
            <InvoiceSheet
              key={document.number}
              document={document}
              orderReference={orderReference}
              email={email}
            />
          ))}
        </div>
      )}
    </>
  )
}
