import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from '../../../lib/router/router-context.ts'
import { currentUserQuery } from '../../accounts/queries.ts'
import { readClaim } from './address.ts'
import { ResultCard } from './card.tsx'
import { CouldNotCheck } from './could-not-check.tsx'
import { guestOrderCode, LateGuestOrder } from './late-guest-order.tsx'
import { NothingToShow } from './nothing-to-show.tsx'
import { PaymentResult } from './payment-result.tsx'
import { PaymentReceived } from './received.tsx'
import { type ResultVariant, resultVariant } from './redirect-rules.ts'
import { usePassed } from './use-passed.ts'
import { usePolling } from './use-polling.ts'

/** `/success` and `/payment/success`: the pages to which a provider redirects after a payment. */
export default function SuccessPage() {
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const { data: user, isPending } = useQuery(currentUserQuery())
  const claim = readClaim(query)
  const variant = resultVariant(pathname, query.get('source'))
  const [since] = useState(() => Date.now())
  const isGuest = claim.kind === 'payment' && user === null
  useEffect(() => {
    if (isGuest) guestOrderCode.preload()
  }, [isGuest])
  const verified = usePassed(since, variant.verifyMs) || variant.verifyMs === 0

  if (claim.kind !== 'nothing' && !verified) return <ResultCard kind="busy" title="Verifying Payment..." />
  switch (claim.kind) {
    case 'nothing':
      return <NothingToShow />
    case 'hint':
      // The text depends on the reader, and must not move once it is shown.
      if (isPending) return <ResultCard kind="busy" title="Verifying Payment..." />
      return <PaymentReceived user={user} variant={variant} />
    case 'payment':
      return <NamedPayment key={claim.reference} reference={claim.reference} variant={variant} />
  }
}

/** First checks the signed-in user. Without a response, the user does not count as signed out. */
function NamedPayment({ reference, variant }: { reference: string; variant: ResultVariant }) {
  const {
    data: user,
    polling,
    again,
    retrying,
  } = usePolling(currentUserQuery(), (known) => known !== undefined)
  if (user) return <PaymentResult reference={reference} variant={variant} />
  if (user === null) return <LateGuestOrder reference={reference} variant={variant} />
  if (polling.failing || polling.waited) return <CouldNotCheck onRetry={again} retrying={retrying} />
  return <ResultCard kind="busy" title="Verifying Payment..." />
}
