import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '#shared/accounts/contract.ts'
import type { Product } from '#shared/catalogue/contract.ts'
import { createCharge } from '../../payments/queries.ts'
import { newClientPaymentId } from '../client-payment-id.ts'

/** Opens one crypto charge per visit of the page, for the order in the page's address. */
export function useCharge(product: Product, user: CurrentUser, query: URLSearchParams) {
  const [clientPaymentId] = useState(() => newClientPaymentId(Date.now()))
  return useQuery({
    queryKey: ['/api/coinbase/create-charge', clientPaymentId],
    gcTime: 0,
    queryFn: async () => {
      const charge = await createCharge({
        productId: product.id,
        amount: numberOf(query.get('finalAmount')) ?? product.price,
        email: query.get('email') ?? user.email,
        referralCode: query.get('ref'),
        couponId: numberOf(query.get('couponId')),
        clientPaymentId,
        upgrade: query.get('upgrade') === '1',
        deliveryConsent: query.get('deliveryConsent'),
        billingCountry: query.get('country'),
        bundledIds: query.get('bundledIds')?.split(',').map(Number) ?? null,
        ...(query.get('remind') === '1' && { remind: true }),
      })
      if (!/^https?:\/\//.test(charge.hostedUrl)) throw new Error('Failed to create payment')
      return charge
    },
  })
}

const numberOf = (text: string | null): number | null =>
  text === null || Number.isNaN(Number(text)) ? null : Number(text)
