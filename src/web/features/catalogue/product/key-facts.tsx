import type { ReactNode } from 'react'
import type { ProductDetail } from '#shared/catalogue/contract.ts'
import { formatDay } from '#shared/core/format-day.ts'
import { formatNumber } from '#shared/core/format-number.ts'
import { LANGUAGE_NAMES } from '../language-names.ts'
import { NetworkMark } from '../network-mark.tsx'
import { networkNames } from '../network-names.ts'

/** What a buyer chooses by: networks, language, runtime, last update and downloads. */
export function KeyFacts({ product }: { product: ProductDetail }) {
  const { chains, language, scan, releasedAt, downloads } = product
  const networks = networkNames(chains)
  return (
    <dl className="mt-6 grid grid-cols-[repeat(2,minmax(0,1fr))] gap-x-6 gap-y-4 border-line border-t pt-5 sm:grid-cols-[repeat(3,minmax(0,1fr))]">
      {networks.length > 0 ? (
        <Fact term={networks.length === 1 ? 'Network' : 'Networks'}>
          <ul className="flex flex-wrap gap-x-3 gap-y-1">
            {networks.map((name) => (
              <li key={name} className="flex min-w-0 items-center gap-1.5">
                <NetworkMark name={name} />
                {name}
              </li>
            ))}
          </ul>
        </Fact>
      ) : null}
      {language ? <Fact term="Language">{LANGUAGE_NAMES[language]}</Fact> : null}
      {scan?.manifest ? <Fact term="Runs with">{scan.manifest.runtime}</Fact> : null}
      {releasedAt ? (
        <Fact term="Last update">
          <time dateTime={releasedAt}>{formatDay(releasedAt)}</time>
        </Fact>
      ) : null}
      {downloads > 0 ? <Fact term="Downloads">{formatNumber(downloads)}</Fact> : null}
    </dl>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-subtle text-xs">{term}</dt>
    <dd className="mt-0.5 text-fg text-sm tabular-nums">{children}</dd>
  </div>
)
