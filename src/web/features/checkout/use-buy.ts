import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { usePreload } from '../../lib/preload-context.ts'
import { currentUserQuery } from '../accounts/queries.ts'
import { productQuery } from '../catalogue/queries.ts'
import { type CheckoutParams, checkoutPath } from './checkout-path.ts'
import { rememberReturn } from './return-address.ts'

/**
 * What a Buy Now button does: a signed-in visitor goes to the checkout, anyone else logs in first and returns to it.
 * `prepare` fetches the checkout's code and product ahead, on hover or focus.
 */
export function useBuy() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const preload = usePreload()

  async function buy(params: CheckoutParams) {
    const address = checkoutPath(params)
    // Who it is may be unknown or unreachable: the checkout asks again and says so.
    const user = await queryClient.ensureQueryData(currentUserQuery()).catch(() => undefined)
    if (user === null) rememberReturn(address)
    navigate(user === null ? '/auth' : address)
  }

  function prepare({ productId }: CheckoutParams) {
    queryClient.prefetchQuery(productQuery(productId))
    preload('/checkout')
  }

  return { buy, prepare }
}
