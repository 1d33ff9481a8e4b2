import { useEffect } from 'react'
import { AppLink } from '../../../lib/app-link.tsx'
import { Link } from '../../../lib/router/link.tsx'
import { useLocation, useNavigate, useSearchParams } from '../../../lib/router/router-context.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { SupportLink } from '../../contact/support-link.tsx'
import { ResultCard } from './card.tsx'

/** `/cancel` and `/payment/cancel`: the buyer left the provider's page without paying. */
export default function CancelPage() {
  const { pathname } = useLocation()
  return pathname.startsWith('/payment/') ? <PaymentCancelled /> : <CheckoutCancelled />
}

const home = (
  <Button asChild>
    <AppLink to="/">Return to Home</AppLink>
  </Button>
)

const questions = (
  <>
    Questions: <SupportLink />
  </>
)

function CheckoutCancelled() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const product = query.get('product')
  const back = product ? (
    <Button asChild variant="primary">
      <AppLink to={`/products/${encodeURIComponent(product)}`}>Return to Checkout</AppLink>
    </Button>
  ) : query.has('productId') ? (
    <Button asChild variant="primary">
      <Link to={{ pathname: '/checkout', search: `?${query}` }}>Return to Checkout</Link>
    </Button>
  ) : (
    <Button variant="primary" onClick={() => navigate(-1)}>
      Return to Checkout
    </Button>
  )
  return (
    <ResultCard
      kind="stopped"
      plain
      title="Payment Cancelled"
      text="Your payment was not completed. If you were paying by card, nothing was charged. If you have sent cryptocurrency, do not pay again: write to us first."
      actions={
        <>
          {back}
          {home}
        </>
      }
      note={questions}
    />
  )
}

function PaymentCancelled() {
  useEffect(() => {
    const description = 'Your payment was cancelled or not completed.'
    toast({ title: 'Payment Cancelled', description })
  }, [])
  return (
    <ResultCard
      kind="stopped"
      plain
      title="Payment Cancelled"
      text="Your payment was cancelled or not completed. No charges were made."
      actions={
        <>
          <Button asChild variant="primary">
            <AppLink to="/products">Back to Products</AppLink>
          </Button>
          {home}
        </>
      }
      note={questions}
    />
  )
}
