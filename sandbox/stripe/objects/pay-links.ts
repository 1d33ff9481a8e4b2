/** A Payment Link, as an operator creates it in the provider's dashboard; `productId` is in its metadata. */
export interface PayLink {
  id: string
  name: string
  cents: number
  monthly: boolean
  productId: number
}

/** The external pay pages of the sample catalogue, by plan. */
export const payLinks: Record<string, PayLink> = {
  premium: { id: 'plink_premium', name: 'Premium Subscription', cents: 2999, monthly: true, productId: 2 },
  lifetime: { id: 'plink_lifetime', name: 'Lifetime Plan', cents: 29999, monthly: false, productId: 12 },
  monad: { id: 'plink_monad', name: 'Monad Testnet Farmer', cents: 4900, monthly: false, productId: 1 },
  soneium: { id: 'plink_soneium', name: 'Soneium Season Farmer', cents: 3900, monthly: false, productId: 3 },
  unichain: {
    id: 'plink_unichain',
    name: 'Unichain Liquidity Planner',
    cents: 5900,
    monthly: false,
    productId: 4,
  },
}
