import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LIFETIME_ID } from '#shared/core/plan-ids.ts'
import { ApiError } from '../../../lib/api.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { useLocation, useSearchParams } from '../../../lib/router/router-context.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Container } from '../../../ui/layout/container.tsx'
import { myProductsQuery } from '../../access/queries.ts'
import { LOGIN_NEEDED } from '../../accounts/login-needed.ts'
import { currentUserQuery } from '../../accounts/queries.ts'
import { rememberedReferral } from '../../accounts/referral-memory.ts'
import { productQuery, shownPriceOf } from '../../catalogue/queries.ts'
import { keepCoupon } from '../../coupons/coupon-memory.ts'
import { billingCountryQuery, payMethodsQuery, trialQuery, upgradeQuery } from '../../payments/queries.ts'
import { useCountryTaxes } from '../../seller/use-country-taxes.ts'
import { subscriptionsQuery } from '../../subscriptions/queries.ts'
import { RedirectWithToast } from '../redirect-with-toast.tsx'
import { rememberReturn } from '../return-address.ts'
import { Checkout } from './checkout.tsx'
import { CheckoutSkeleton } from './skeleton.tsx'

export default function CheckoutPage() {
  const [query] = useSearchParams()
  const { pathname, search } = useLocation()
  const productId = query.get('productId')
  const queryClient = useQueryClient()
  const [forCoupon, setForCoupon] = useState(false)
  const user = useQuery(currentUserQuery())
  const wanted = productQuery(productId ?? '')
  const [shownPrice] = useState(() => shownPriceOf(queryClient, productId ?? ''))
  // Refetched, because the login or another page may have shown it long ago.
  const product = useQuery({ ...wanted, enabled: Boolean(productId), staleTime: 0 })
  // Refetched, because the cache may be older than a purchase. If the request fails, the server still refuses a
  // duplicate.
  const mine = useQuery({ ...myProductsQuery(), enabled: Boolean(user.data), staleTime: 0 })

  const methods = useQuery(payMethodsQuery())
  const asked = product.data?.isSubscription === true
  const subscriptions = useQuery({
    ...subscriptionsQuery(),
    enabled: Boolean(user.data) && asked,
    staleTime: 0,
  })

  // Awaited, because the choice appears above the form. If the request fails, there is none.
  const asksUpgrade = Boolean(user.data) && product.data?.id === LIFETIME_ID
  const upgrade = useQuery({ ...upgradeQuery(), enabled: asksUpgrade })

  // Awaited too, because it decides the price.
  const asksTrial = Boolean(user.data) && (product.data?.trialDays ?? 0) > 0
  const trial = useQuery({ ...trialQuery(product.data?.id ?? 0), enabled: asksTrial })
  const byCountry = useCountryTaxes() !== null
  const country = useQuery({ ...billingCountryQuery(), enabled: Boolean(user.data) && byCountry })

  function leaveForCoupon(code: string) {
    keepCoupon({ code, productId: Number(productId), appliedTo: null })
    setForCoupon(true)
    queryClient.setQueryData(currentUserQuery().queryKey, null)
  }

  if (!productId) {
    const description = 'Please select a product from the pricing page'
    return <RedirectWithToast to="/" message={{ title: 'No product selected', description }} />
  }
  if (user.data === null) {
    return (
      <RedirectWithToast
        to="/auth?tab=register"
        onLeave={() => rememberReturn(pathname + search)}
        {...(forCoupon ? COUPON_LOGIN : { message: LOGIN_NEEDED })}
      />
    )
  }
  if (product.error instanceof ApiError && product.error.status === 404) return <NoSuchProduct />
  if (user.isError || product.isLoadingError) {
    const retry = () => [user, product].map((part) => (part.isError ? part.refetch() : undefined))
    return (
      <Container width="prose" className="py-section">
        <h1 className="sr-only">Checkout</h1>
        <ErrorState
          title="The checkout could not be opened"
          text="There was an error loading the product details. Please try again."
          onRetry={retry}
          retrying={user.isFetching || product.isFetching}
          action={home}
        />
      </Container>
    )
  }
  if (
    !user.data ||
    !product.data ||
    mine.isPending ||
    methods.isPending ||
    (asked && subscriptions.isPending) ||
    upgrade.isLoading ||
    trial.isLoading ||
    country.isLoading
  )
    return <CheckoutSkeleton />
  return (
    <Checkout
      product={product.data}
      shownPrice={shownPrice}
      user={user.data}
      referralCode={query.get('ref') ?? rememberedReferral()}
      mine={mine.data ?? []}
      subscriptions={subscriptions.data ?? []}
      keptCountry={country.data ?? null}
      onCouponSignedOut={leaveForCoupon}
    />
  )
}

const COUPON_LOGIN = {
  message: {
    title: 'Authentication required',
    description: 'Please login to apply a coupon code',
    tone: 'destructive' as const,
  },
  notice: 'You must be logged in to apply a coupon',
}

const home = (
  <Button asChild>
    <AppLink to="/">Return to Homepage</AppLink>
  </Button>
)

function NoSuchProduct() {
  return (
    <Container width="prose" className="py-section">
      <h1 className="sr-only">Checkout</h1>
      <ErrorState
        title="There is no such product."
        text="It may no longer be sold, or the address is not complete."
        action={home}
      />
    </Container>
  )
}
