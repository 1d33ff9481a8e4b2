import { useInfiniteQuery } from '@tanstack/react-query'
import { Package, Plus } from 'lucide-react'
import type { AdminProduct } from '#shared/catalogue/manage-contract.ts'
import { isForSale } from '#shared/catalogue/rules.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { truncateText } from '../../lib/truncate-text.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { adminPath } from '../shell/admin-path.ts'
import { type Column, ListCard } from '../ui/list-card.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { PriceEditor } from './price-editor.tsx'
import { ProductRemoval } from './product-removal.tsx'
import { adminProductsQuery, type ProductState } from './products-queries.ts'

const DESCRIPTION_LENGTH = 80

const STATES: { value: 'all' | ProductState; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'listed', label: 'Listed' },
  { value: 'deleted', label: 'Deleted' },
]

export function ProductsList() {
  const { get, set } = useAddressFilter()
  const asked = get('state')
  const state = asked === 'listed' || asked === 'deleted' ? asked : undefined
  const query = useInfiniteQuery(adminProductsQuery({ q: get('q'), state }))
  const isNarrowed = get('q') !== '' || state !== undefined
  return (
    <ListCard
      title="Products"
      description="What the shop sells. A product can be bought once it has a published file."
      actions={<AddProduct />}
      filters={
        <>
          <SearchField label="Search by name or ID" />
          <Select
            aria-label="Which products"
            value={state ?? 'all'}
            onValueChange={(next) => set({ state: next === 'all' ? '' : next })}
            options={STATES}
            className="w-36"
          />
        </>
      }
      query={query}
      columns={columns}
      keyOf={({ id }) => id}
      noun="products"
      empty={{
        title: 'No products available.',
        icon: <Package />,
        text: isNarrowed ? 'Nothing here matches.' : undefined,
        action: isNarrowed ? (
          <Button onClick={() => set({ q: '', state: '' })}>Show all products</Button>
        ) : (
          <AddProduct />
        ),
      }}
    />
  )
}

const AddProduct = () => (
  <Button variant="primary" size="sm" asChild>
    <AppLink to={adminPath('products', { product: 'new' })}>
      <Plus aria-hidden="true" />
      Add Product
    </AppLink>
  </Button>
)

const columns: readonly Column<AdminProduct>[] = [
  { head: 'Product', main: true, className: 'md:max-w-84', cell: (product) => <Name {...product} /> },
  { head: 'Price', end: true, cell: (product) => <PriceEditor product={product} /> },
  { head: 'Status', cell: (product) => <State {...product} /> },
  {
    head: 'Version',
    cell: ({ fileVersion, bundle }) =>
      bundle ? (
        <span className="whitespace-nowrap">{bundle.products.length} scripts</span>
      ) : fileVersion ? (
        <span className="font-mono text-[0.8125rem]">v{fileVersion}</span>
      ) : (
        'None published'
      ),
  },
  { head: 'Files', end: true, cell: (product) => <Files {...product} /> },
  {
    head: 'Actions',
    actions: true,
    cell: (product) => (
      <div className="flex flex-wrap gap-2 md:justify-end lg:flex-nowrap">
        <Button size="sm" asChild>
          <AppLink to={adminPath('products', { product: product.id })} aria-label={`Edit ${product.name}`}>
            Edit
          </AppLink>
        </Button>
        <ProductRemoval product={product} />
      </div>
    ),
  },
]

const Name = ({ id, name, description }: AdminProduct) => (
  <div className="xl:flex xl:items-baseline xl:gap-x-2">
    <AppLink
      to={adminPath('products', { product: id })}
      className="rounded-sm decoration-line-strong underline-offset-4 hover:underline xl:min-w-fit xl:max-w-64"
    >
      {name}
    </AppLink>
    <span className="ml-2 font-mono font-normal text-subtle text-xs xl:ml-0">#{id}</span>
    <p className="mt-0.5 font-normal text-muted text-xs md:max-xl:hidden xl:mt-0 xl:min-w-0 xl:truncate">
      {truncateText(description, DESCRIPTION_LENGTH)}
    </p>
  </div>
)

function State(product: AdminProduct) {
  const { isDeleted, tier, category, bundle } = product
  return (
    <span className="flex flex-wrap gap-1.5 max-md:justify-end xl:flex-nowrap">
      {isDeleted ? (
        <Badge tone="danger">Deleted</Badge>
      ) : isForSale(product) ? (
        <Badge tone="success">On sale</Badge>
      ) : (
        <Badge tone="warning">Not on sale</Badge>
      )}
      <Badge>{tier === 'script' ? (bundle ? 'Bundle' : category) : 'Plan'}</Badge>
    </span>
  )
}

const Files = ({ releaseCount, draftCount }: AdminProduct) => (
  <span className="font-mono text-[0.8125rem]">
    {releaseCount}
    {draftCount > 0 ? ` (${draftCount} ${draftCount === 1 ? 'draft' : 'drafts'})` : ''}
  </span>
)
