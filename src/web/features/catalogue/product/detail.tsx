import type { ProductDetail as Detail } from '#shared/catalogue/contract.ts'
import { isForSale } from '#shared/catalogue/rules.ts'
import { Container } from '../../../ui/layout/container.tsx'
import { ReviewsSection } from '../../reviews/reviews-section.tsx'
import { isOwned } from '../bundles/bundle-labels.ts'
import { BundleRuns, BundleSection } from '../bundles/bundle-section.tsx'
import { useOwnedProducts } from '../use-owned-products.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { BuyBar } from './buy-bar.tsx'
import { BuyBox } from './buy-box.tsx'
import { Features, Limits, Requirements } from './facts.tsx'
import { FileList } from './file-list.tsx'
import { HashCheck } from './hash-check.tsx'
import { ProductHeader } from './header.tsx'
import { Readme } from './readme.tsx'
import { readmeParts } from './readme-parts.ts'
import { RecallNotice } from './recall-notice.tsx'
import { RecordedRun } from './recorded-run.tsx'
import { RelatedScripts } from './related-scripts.tsx'
import { ScanReportSection } from './scan-report.tsx'
import { Touches } from './touches.tsx'
import { VersionCompare } from './version-compare.tsx'
import { VersionHistory } from './version-history.tsx'

/** Two columns: the product's description and its price. On phones, the price follows the first lines. */
export function ProductDetail({ product }: { product: Detail }) {
  const mine = useOwnedProducts()
  const owned = mine.find(({ id }) => id === product.id)
  const hasAll = product.bundle !== null && isOwned(product, new Set(mine.map(({ id }) => id)))
  const {
    fileName,
    fileVersion,
    fileSize,
    sha256,
    contents,
    run,
    releases,
    releaseCount,
    beta,
    features,
    requirements,
  } = product
  const { limits, rest } = readmeParts(product.readme)
  return (
    <>
      <Container className="pt-6 pb-section sm:pt-8">
        <Breadcrumb name={product.name} />
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 sm:mt-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
          <ProductHeader product={product} />
          <aside aria-label="Price" className="min-w-0 lg:row-span-2">
            <div className="lg:sticky lg:top-24">
              <BuyBox product={product} mine={mine} />
            </div>
          </aside>
          <div className="flex min-w-0 flex-col gap-10">
            {product.recalled.length > 0 ? <RecallNotice recalled={product.recalled} /> : null}
            {product.bundle ? <BundleSection product={product} bundle={product.bundle} /> : null}
            {features.length > 0 ? <Features features={features} /> : null}
            {product.bundle ? <BundleRuns bundle={product.bundle} runs={product.runs} /> : null}
            {run && fileVersion !== null ? <RecordedRun run={run} version={fileVersion} /> : null}
            {limits.length > 0 ? <Limits limits={limits} /> : null}
            {requirements.length > 0 ? <Requirements requirements={requirements} /> : null}
            <Touches product={product} />
            {fileName !== null && product.scan !== null ? <ScanReportSection productId={product.id} /> : null}
            {rest.length > 0 ? <Readme blocks={rest} /> : null}
            {fileName !== null && fileSize !== null ? (
              <FileList contents={contents} fileName={fileName} fileSize={fileSize} />
            ) : null}
            {fileName !== null && sha256 !== null ? (
              <HashCheck
                sha256={sha256}
                fileName={fileName}
                isLogged={product.releases[0]?.logIndex != null}
              />
            ) : null}
            {releases.length > 0 || beta ? (
              <VersionHistory releases={releases} releaseCount={releaseCount} beta={beta} />
            ) : null}
            {/* A bundle's scripts are reviewed on their own pages. */}
            {product.bundle ? null : <ReviewsSection product={product} owned={owned !== undefined} />}
            {owned ? <VersionCompare product={product} owned={owned} /> : null}
          </div>
        </div>
        <RelatedScripts product={product} mine={mine} />
      </Container>
      {owned || (isForSale(product) && !hasAll) ? <BuyBar product={product} owned={owned} /> : null}
    </>
  )
}
