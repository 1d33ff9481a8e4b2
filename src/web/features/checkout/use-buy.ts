import { useQueryClient } from '@tanstack/react-query'
import { usePreload } from '../../lib/preload-context.ts'
import { useNavigate } from '../../lib/router/router-context.ts'
import { currentUserQuery } from '../accounts/queries.ts'
import { productQuery } from '../catalogue/queries.ts'
import { type CheckoutParams, checkoutPath } from './checkout-path.ts'
import { rememberReturn } from './return-address.ts'

/**
 * The action of a Buy Now button: signed-in users go to the checkout, visitors are assumed to
 * be new: they register or log in first, and return to it. `prepare`
 * preloads the checkout's code and product, on hover or focus.
 */
export function useBuy() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const preload = usePreload()

  async function buy(params: CheckoutParams) {
    const address = checkoutPath(params)
    // If the user cannot be fetched, the checkout fetches again and shows the error.
    const user = await queryClient.ensureQueryData(currentUserQuery()).catch(() => undefined)
    if (user === null) rememberReturn(address)
    navigate(user === null ? '/auth?tab=register' : address)
  }

  function prepare({ productId }: CheckoutParams) {
    queryClient.prefetchQuery(productQuery(productId))
    preload('/checkout')
  }

  return { buy, prepare }
}
