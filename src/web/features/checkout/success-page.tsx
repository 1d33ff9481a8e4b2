import { useLocation, useSearchParams } from 'react-router'
import { useCurrentUser } from '../accounts/queries.ts'
import { PaymentResult } from './payment-result.tsx'
import { PaymentTrusted } from './payment-trusted.tsx'
import { ResultCard } from './result-card.tsx'
import { resultVariant } from './result-variant.ts'

/** `/success` and `/payment/success`: where the provider sends a buyer back to. */
export default function SuccessPage() {
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const user = useCurrentUser()
  const reference = query.get('session_id')
  const variant = resultVariant(pathname)

  if (user === undefined) return <ResultCard look="busy" title="Verifying Payment..." />
  if (user && reference) return <PaymentResult reference={reference} variant={variant} />
  return <PaymentTrusted user={user} variant={variant} />
}
