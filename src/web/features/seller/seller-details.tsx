import type { ReactNode } from 'react'
import type { Seller } from '#shared/seller/contract.ts'
import { addressLines, sellerName } from '#shared/seller/seller-lines-rules.ts'
import { SUPPORT_EMAIL } from '../../lib/brand.ts'

/** The seller's details as a list of terms. */
export function SellerDetails({ seller }: { seller: Seller }) {
  const rows: [term: string, value: ReactNode][] = [
    ['Seller', sellerName(seller)],
    [
      'Address',
      addressLines(seller.address).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      )),
    ],
    ['Represented by', seller.person],
    [
      'Support',
      <a key="mail" href={`mailto:${SUPPORT_EMAIL}`}>
        {SUPPORT_EMAIL}
      </a>,
    ],
    ['Support hours', seller.supportHours],
    ['VAT ID', seller.vatId],
  ]
  return (
    <dl className="mt-4 divide-y divide-line border-line border-y text-sm">
      {rows
        .filter(([, value]) => value !== '')
        .map(([term, value]) => (
          <div key={term} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <dt className="text-subtle">{term}</dt>
            <dd className="wrap-anywhere text-fg">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
