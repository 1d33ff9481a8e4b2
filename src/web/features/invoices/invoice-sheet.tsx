import type { ReactNode } from 'react'
import { countryName } from '#shared/core/countries.ts'
import { formatDay } from '#shared/core/format-day.ts'
import type { InvoiceDocument } from '#shared/invoices/contract.ts'
import { PROVIDER_NAMES } from '#shared/payments/provider-name-rules.ts'
import { addressLines, sellerName } from '#shared/seller/seller-lines-rules.ts'
import { taxLine } from '#shared/seller/tax-rules.ts'
import { BRAND, SUPPORT_EMAIL } from '../../lib/brand.ts'
import { formatUsd } from '../../lib/format-usd.ts'

const TITLES = { invoice: 'Invoice', credit_note: 'Credit note' } as const

/** One invoice or credit note, as it was issued. Printed on a sheet of its own. */
export function InvoiceSheet({
  document,
  orderReference,
  email,
}: {
  document: InvoiceDocument
  orderReference: string
  email: string | null
}) {
  const titleId = `document-${document.number}`
  return (
    <article
      aria-labelledby={titleId}
      className="break-after-page [page:invoice] rounded-xl border border-line bg-surface p-5 text-sm last:break-after-auto sm:p-10 print:rounded-none print:border-0 print:bg-white print:p-0 print:text-black"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div>
          <h2 id={titleId} className="font-semibold text-2xl text-fg print:text-black">
            {TITLES[document.series]}
          </h2>
          <p className="mt-1 font-mono text-fg print:text-black">{document.number}</p>
        </div>
        <p className="font-semibold text-fg text-lg print:text-black">{BRAND}</p>
      </header>
      <div className="mt-8 grid gap-8 sm:grid-cols-2 print:grid-cols-2">
        <Party title="Seller">
          <SellerLines document={document} />
        </Party>
        <Party title={document.series === 'invoice' ? 'Invoice to' : 'Credit to'}>
          <BuyerLines document={document} email={email} />
        </Party>
      </div>
      <dl className="mt-8 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        {factsOf(document, orderReference).map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-muted print:text-black">{term}</dt>
            <dd className="wrap-anywhere text-fg print:text-black">{value}</dd>
          </div>
        ))}
      </dl>
      <Amounts document={document} />
      <p className="mt-8 text-muted text-xs print:text-black">{noteOf(document)}</p>
    </article>
  )
}

function Party({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="font-medium text-subtle text-xs print:text-black">{title}</h3>
      <div className="wrap-anywhere mt-1.5 text-fg print:text-black">{children}</div>
    </div>
  )
}

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.filter(Boolean).map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ))

function SellerLines({ document: { seller } }: { document: InvoiceDocument }) {
  if (!seller) return <Lines lines={[BRAND, SUPPORT_EMAIL]} />
  const vat = seller.vatId && `VAT ID ${seller.vatId}`
  return (
    <Lines lines={[sellerName(seller), ...addressLines(seller.address), seller.person, SUPPORT_EMAIL, vat]} />
  )
}

function BuyerLines({ document, email }: { document: InvoiceDocument; email: string | null }) {
  const { buyer, tax } = document
  const country = tax?.country ? countryName(tax.country) : ''
  const vatId = buyer?.vatId || tax?.taxId
  const vat = vatId ? `VAT number ${vatId}` : ''
  if (!buyer) return <Lines lines={[email ?? 'Name and address were not given', country, vat]} />
  // The address usually ends with the country.
  const address = addressLines(buyer.address)
  const isNamed = address.some((line) => line.toLowerCase().includes(country.toLowerCase()))
  return <Lines lines={[buyer.name, ...address, isNamed ? '' : country, email ?? '', vat]} />
}

/** The day in UTC: a document has one date for every reader. */
const dayOf = (instant: string) => formatDay(instant.slice(0, 10))

function factsOf(document: InvoiceDocument, orderReference: string): [term: string, value: string][] {
  const { series, issuedAt, paidAt, credits, provider, receivedAmount, periodStart, periodEnd } = document
  const facts: [string, string][] = [
    ['Date', dayOf(issuedAt)],
    ['Order', orderReference],
  ]
  if (credits) facts.push([series === 'credit_note' ? 'Credits' : 'Replaces', credits])
  if (periodStart && periodEnd) facts.push(['Period', `${dayOf(periodStart)} to ${dayOf(periodEnd)}`])
  facts.push(['Paid', `${dayOf(paidAt)}, ${PROVIDER_NAMES[provider]}`])
  if (receivedAmount > 0) facts.push(['Received in crypto', `worth ${formatUsd(receivedAmount)}`])
  return facts
}

function Amounts({ document }: { document: InvoiceDocument }) {
  const {
    series,
    product,
    contents,
    purchaseType,
    originalAmount,
    discountAmount,
    creditAmount,
    couponCode,
    orderAmount,
    amount,
    tax,
  } = document
  const isPart = amount !== orderAmount
  const stated = taxLine(tax)
  return (
    <table className="mt-8 w-full">
      <caption className="sr-only">Amounts in US dollars</caption>
      <thead>
        <tr className="border-line-strong border-b text-left text-subtle text-xs print:text-black">
          <th scope="col" className="py-2 pr-4 font-medium">
            Item
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            USD
          </th>
        </tr>
      </thead>
      <tbody className="text-fg print:text-black">
        <Amount
          label={`${product} (${purchaseType === 'subscription' ? 'one month' : 'one-time purchase'})`}
          usd={originalAmount}
          more={contents.length > 0 ? `Contains ${contents.join(', ')}` : undefined}
        />
        {discountAmount > 0 ? (
          <Amount label={couponCode ? `Discount, coupon ${couponCode}` : 'Discount'} usd={-discountAmount} />
        ) : null}
        {creditAmount > 0 ? <Amount label="Credit for unused time" usd={-creditAmount} /> : null}
        {isPart ? <Amount label="Total of the order" usd={orderAmount} /> : null}
      </tbody>
      <tfoot>
        <tr className="border-line-strong border-t font-semibold text-base text-fg print:text-black">
          <th scope="row" className="py-3 pr-4 text-left">
            {series === 'invoice' ? 'Total' : 'Credited'}
          </th>
          <td className="py-3 text-right tabular-nums">{formatUsd(amount)}</td>
        </tr>
        {stated !== null && tax ? (
          <tr className="text-muted print:text-black">
            <th scope="row" className="pr-4 text-left font-normal">
              {stated}
            </th>
            <td className="text-right tabular-nums">{formatUsd(tax.amount)}</td>
          </tr>
        ) : null}
      </tfoot>
    </table>
  )
}

const Amount = ({ label, usd, more }: { label: string; usd: number; more?: string | undefined }) => (
  <tr className="border-line border-b">
    <th scope="row" className="wrap-anywhere py-2.5 pr-4 text-left font-normal">
      {label}
      {more ? <span className="block text-muted text-xs print:text-black">{more}</span> : null}
    </th>
    <td className="whitespace-nowrap py-2.5 text-right tabular-nums">
      {usd < 0 ? `−${formatUsd(-usd)}` : formatUsd(usd)}
    </td>
  </tr>
)

function noteOf({ series, cause }: InvoiceDocument): string {
  switch (cause) {
    case 'sale':
      return 'Paid in full. Nothing is due.'
    case 'refund':
      return 'We refunded this amount.'
    case 'dispute':
      return 'Your bank took this amount back, because the payment was disputed.'
    case 'restored':
      return 'The payment is valid again: a refund did not go through, or a dispute ended in our favour. Nothing is due.'
    case 'correction':
      return series === 'invoice'
        ? 'Issued again with other billing details. Paid in full. Nothing is due.'
        : 'Cancels the invoice, which was issued again with other billing details. No money moved.'
  }
}
