import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from '../../../lib/router/router-context.ts'
import { LOGIN_NEEDED } from '../../accounts/login-needed.ts'
import { currentUserQuery } from '../../accounts/queries.ts'
import { productQuery } from '../../catalogue/queries.ts'
import { RedirectWithToast } from '../redirect-with-toast.tsx'
import { rememberReturn } from '../return-address.ts'
import { CryptoCharge, PreparingCharge } from './charge.tsx'
import { CryptoError } from './error.tsx'

/** `/coinbase-checkout`: the product and price of a crypto purchase, shown before the provider's page. */
export default function CoinbaseCheckoutPage() {
  const [query] = useSearchParams()
  const { pathname, search } = useLocation()
  const productId = query.get('productId')
  const user = useQuery(currentUserQuery())
  const product = useQuery({ ...productQuery(productId ?? ''), enabled: Boolean(productId) })

  if (user.data === null) {
    return (
      <RedirectWithToast
        to="/auth?tab=register"
        onLeave={() => rememberReturn(pathname + search)}
        message={LOGIN_NEEDED}
      />
    )
  }
  if (!productId) return <CryptoError message="No product specified" product={null} />
  if (product.isError || user.isError) {
    return <CryptoError message="Failed to fetch product details" product={null} />
  }
  if (!user.data || !product.data) return <PreparingCharge />
  return <CryptoCharge product={product.data} user={user.data} query={query} />
}
