import { readId } from './detail-address.ts'
import { NewProduct } from './new-product.tsx'
import { ProductView } from './product-view.tsx'
import { ProductsList } from './products-list.tsx'
import { useAddressFilter } from './use-address-filter.ts'

/** The list, or what of it is open: `?product=3`, `?product=new`. */
export default function ProductsTab() {
  const { get } = useAddressFilter()
  const open = get('product')
  if (open === 'new') return <NewProduct />
  const id = readId(open)
  return id !== null ? <ProductView key={id} id={id} /> : <ProductsList />
}
