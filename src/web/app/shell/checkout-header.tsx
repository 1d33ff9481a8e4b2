import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Lock } from 'lucide-react'
import { CRYPTO_NAMES } from '#shared/payments/provider-name-rules.ts'
import { payMethodsQuery } from '../../features/payments/queries.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { BRAND } from '../../lib/brand.ts'
import { historyIndex } from '../../lib/router/location.ts'
import { useNavigate } from '../../lib/router/router-context.ts'
import { Button } from '../../ui/button.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { Logo } from '../../ui/layout/logo.tsx'

/** The header of the checkout: the way back and who takes the money, without the shop's navigation. */
export function CheckoutHeader() {
  const navigate = useNavigate()
  const { data: methods } = useQuery(payMethodsQuery())
  const crypto = methods?.crypto ? CRYPTO_NAMES[methods.crypto] : null

  function goBack() {
    if (historyIndex() === 0) navigate('/products')
    else navigate(-1)
  }

  return (
    <header className="border-line border-b bg-bg">
      <Container className="flex h-16 items-center gap-2 sm:gap-4">
        <Button variant="ghost" size="sm" className="-ml-3" onClick={goBack}>
          <ArrowLeft aria-hidden="true" />
          Back
        </Button>
        <AppLink to="/" aria-label={`${BRAND}, homepage`} className="mr-auto inline-flex rounded-sm py-2">
          <Logo />
        </AppLink>
        {methods === undefined ? null : (
          <p className="flex items-center gap-1.5 text-muted text-xs sm:text-sm">
            <Lock aria-hidden="true" className="size-4 shrink-0" />
            <span>
              Secure payment
              <span className="max-sm:sr-only"> by Stripe{crypto === null ? '' : ` or ${crypto}`}</span>
            </span>
          </p>
        )}
      </Container>
    </header>
  )
}
