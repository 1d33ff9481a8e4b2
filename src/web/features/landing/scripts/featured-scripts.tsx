import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { Product } from '#shared/catalogue/contract.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { PageSection } from '../../../ui/layout/page-section.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { offersQuery } from '../../catalogue/queries.ts'
import { MoreScripts } from './more-scripts.tsx'
import { ScriptCard } from './script-card.tsx'
import { ScriptCardSkeleton } from './script-card-skeleton.tsx'

/** While they load. */
const SKELETONS = 3

/** Scripts only, because the plans have their own section. */
const featured = (products: Product[]) => products.filter(({ tier }) => tier === 'script')

const AllScripts = ({ className }: { className: string }) => (
  <Button asChild className={className}>
    <AppLink to="/dashboard">
      View All Scripts
      <ArrowRight aria-hidden="true" />
    </AppLink>
  </Button>
)

/** If the list fails to load, it is empty without a message, because the other sections still work. */
export function FeaturedScripts() {
  const { data, isPending } = useQuery({ ...offersQuery(), select: featured })
  return (
    <PageSection
      id="scripts"
      title="Featured Scripts"
      lead="Buy one script, keep it, and get three months of its updates."
      action={<AllScripts className="max-sm:hidden" />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
        {/* On phones a row to swipe. */}
        <ul
          aria-busy={isPending}
          className="max-sm:-mx-gutter max-sm:flex max-sm:snap-x max-sm:gap-3 max-sm:overflow-x-auto max-sm:scroll-px-gutter max-sm:px-gutter sm:contents"
        >
          {isPending
            ? Array.from({ length: SKELETONS }, (_, index) => <ScriptCardSkeleton key={index} />)
            : data?.map((product) => <ScriptCard key={product.id} product={product} />)}
        </ul>
        <div className="flex items-center justify-between gap-3 sm:contents">
          <AllScripts className="sm:hidden" />
          <MoreScripts />
        </div>
      </div>
      <VisuallyHidden role="status">{isPending ? 'Loading scripts' : ''}</VisuallyHidden>
    </PageSection>
  )
}
