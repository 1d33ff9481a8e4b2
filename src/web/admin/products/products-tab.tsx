import { WithdrawalView } from '../recalls/withdrawal-view.tsx'
import { readId } from '../ui/detail-address.ts'
import { useAddressFilter } from '../ui/use-address-filter.ts'
import { NewProduct } from './new-product.tsx'
import { ProductView } from './product-view.tsx'
import { ProductsList } from './products-list.tsx'

/** The list of products, or the one that the address names: `?product=3`, `?product=new`, or the withdrawn release: `?withdrawal=7`. */
export default function ProductsTab() {
  const { get } = useAddressFilter()
  const open = get('product')
  if (open === 'new') return <NewProduct />
  const withdrawal = readId(get('withdrawal'))
  if (withdrawal !== null) return <WithdrawalView key={withdrawal} id={withdrawal} />
  const id = readId(open)
  return id !== null ? <ProductView key={id} id={id} /> : <ProductsList />
}
