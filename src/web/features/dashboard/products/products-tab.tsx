import { useQuery } from '@tanstack/react-query'
import { myProductsQuery } from '../../access/queries.ts'
import { DownloadsCard } from '../downloads/downloads-card.tsx'
import { PurchasesCard } from '../purchases/purchases-card.tsx'
import { OwnedProducts } from './owned-products.tsx'

/** The lists below are shown after the list above has loaded, so that they do not move. */
export default function ProductsTab() {
  const { isPending } = useQuery(myProductsQuery())
  return (
    <div className="flex flex-col gap-10">
      <div>
        <OwnedProducts />
      </div>
      {isPending ? null : (
        <>
          <PurchasesCard />
          <DownloadsCard />
        </>
      )}
    </div>
  )
}
