import type { ReactNode } from 'react'
import { countryName } from '#shared/core/countries.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { formatUsd } from '#shared/core/money.ts'
import type { InvoiceDocument } from '#shared/invoices/contract.ts'
import { PROVIDER_NAMES } from '#shared/payments/provider-name-rules.ts'
import { addressLines, sellerName } from '#shared/seller/seller-lines-rules.ts'
import { taxLine } from '#shared/seller/tax-rules.ts'
import { BRAND, SUPPORT_EMAIL } from '../../lib/brand.ts'
import { cn } from '../../ui/cn.ts'
import { Logo } from '../../ui/layout/logo.tsx'

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
        <h2 id={titleId} className="font-semibold text-2xl text-fg print:text-black">
          {TITLES[document.series]}
        </h2>
        <Logo className="print:text-black" />
      </header>
      <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        {factsOf(document, orderReference).map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-muted print:text-black">{term}</dt>
            <dd className="wrap-anywhere text-fg print:text-black">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-8 grid gap-8 sm:grid-cols-2 print:grid-cols-2">
        <Party title="Seller">
          <SellerLines document={document} />
        </Party>
        <Party title={document.series === 'invoice' ? 'Invoice to' : 'Credit to'}>
          <BuyerLines document={document} email={email} />
        </Party>
      </div>
      <p className="mt-10 font-semibold text-fg text-xl tabular-nums print:text-black">
        {headlineOf(document)}
      </p>
      <Amounts document={document} />
      <p className="mt-8 border-line border-t pt-4 text-muted text-xs print:text-black">{noteOf(document)}</p>
    </article>
  )
}

function Party({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="font-semibold text-fg print:text-black">{title}</h3>
      <div className="wrap-anywhere mt-1 text-muted print:text-black">{children}</div>
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
  const { number, series, issuedAt, paidAt, credits, provider, receivedAmount, periodStart, periodEnd } =
    document
  const facts: [string, string][] = [
    [`${TITLES[series]} number`, number],
    ['Order', orderReference],
    ['Date of issue', dayOf(issuedAt)],
  ]
  if (credits) facts.push([series === 'credit_note' ? 'Credits' : 'Replaces', credits])
  if (periodStart && periodEnd) facts.push(['Period', `${dayOf(periodStart)} to ${dayOf(periodEnd)}`])
  facts.push(['Paid', `${dayOf(paidAt)}, ${PROVIDER_NAMES[provider]}`])
  if (receivedAmount > 0)
    facts.push(['Crypto received', `${formatUsd(receivedAmount)} at the rate quoted when you paid`])
  return facts
}

/** The amount and what became of it, in one line. */
function headlineOf({ series, cause, amount, issuedAt, paidAt }: InvoiceDocument): string {
  const usd = `${formatUsd(amount)} USD`
  if (series === 'invoice') return `${usd} paid on ${dayOf(paidAt)}`
  return cause === 'refund'
    ? `${usd} refunded on ${dayOf(issuedAt)}`
    : `${usd} credited on ${dayOf(issuedAt)}`
}

function Amounts({ document }: { document: InvoiceDocument }) {
  const { product, contents, purchaseType, originalAmount } = document
  return (
    <>
      <table className="mt-6 w-full">
        <caption className="sr-only">Items, in US dollars</caption>
        <thead>
          <tr className="border-line-strong border-b text-left text-subtle text-xs print:text-black">
            <th scope="col" className="py-2 pr-4 font-medium">
              Description
            </th>
            <th scope="col" className={cn('py-2 font-medium', NUMBER)}>
              Qty
            </th>
            <th scope="col" className={cn('py-2 font-medium', NUMBER)}>
              Unit price
            </th>
            <th scope="col" className="py-2 pl-4 text-right font-medium">
              Amount
            </th>
          </tr>
        </thead>
        <tbody className="text-fg print:text-black">
          <tr className="border-line border-b align-top">
            <th scope="row" className="wrap-anywhere py-3 pr-4 text-left font-normal">
              {product}
              <span className="block text-muted text-xs print:text-black">
                {purchaseType === 'subscription' ? 'One month' : 'One-time purchase'}
                {contents.length > 0 ? `. Contains ${contents.join(', ')}` : null}
              </span>
            </th>
            <td className={cn('py-3', NUMBER)}>1</td>
            <td className={cn('py-3', NUMBER)}>{formatUsd(originalAmount)}</td>
            <td className="whitespace-nowrap py-3 pl-4 text-right tabular-nums">
              {formatUsd(originalAmount)}
            </td>
          </tr>
        </tbody>
      </table>
      <Totals document={document} />
    </>
  )
}

/** Columns that a phone has no room for: an order is always for one item. */
const NUMBER = 'whitespace-nowrap pl-4 text-right tabular-nums max-sm:hidden print:table-cell'

function Totals({ document }: { document: InvoiceDocument }) {
  const { series, discountAmount, creditAmount, couponCode, orderAmount, originalAmount, amount, tax } =
    document
  const stated = taxLine(tax)
  const isReduced = originalAmount !== orderAmount
  return (
    <dl className="mt-1 ml-auto text-fg sm:w-1/2 print:w-1/2 print:text-black">
      {isReduced ? <Total label="Subtotal" usd={originalAmount} /> : null}
      {discountAmount > 0 ? (
        <Total label={couponCode ? `Discount, coupon ${couponCode}` : 'Discount'} usd={-discountAmount} />
      ) : null}
      {creditAmount > 0 ? <Total label="Credit for unused time" usd={-creditAmount} /> : null}
      {amount === orderAmount ? null : <Total label="Total of the order" usd={orderAmount} />}
      <Total label={series === 'invoice' ? 'Total' : 'Credited'} usd={amount} isSum />
      {stated !== null && tax ? <Total label={stated} usd={tax.amount} isQuiet /> : null}
      {series === 'invoice' ? <Total label="Amount due" usd={0} /> : null}
    </dl>
  )
}

type TotalProps = { label: string; usd: number; isSum?: boolean; isQuiet?: boolean }

const Total = ({ label, usd, isSum, isQuiet }: TotalProps) => (
  <div
    className={cn(
      'flex items-baseline justify-between gap-4 border-line border-b py-2.5 last:border-b-0',
      isSum && 'font-semibold text-base',
      isQuiet && 'text-muted print:text-black',
    )}
  >
    <dt className="wrap-anywhere min-w-0">{label}</dt>
    <dd className="whitespace-nowrap tabular-nums">{formatUsd(usd)}</dd>
  </div>
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
