/** The part of a dashboard's list that shows one order or product: the row has this id. */
export const orderAnchor = (paymentId: number) => `order-${paymentId}`
export const productAnchor = (productId: number) => `product-${productId}`

/** Where the subjects of notifications are shown: paths within the shop, stored with each notification. */
export const orderLink = (paymentId: number) => `/dashboard?tab=products#${orderAnchor(paymentId)}`
export const ownedProductLink = (productId: number) => `/dashboard?tab=products#${productAnchor(productId)}`
/** The page of a payment that is not final, with the buyer's choices. */
export const openPaymentLink = (paymentId: number) => `/success?session_id=${paymentId}&source=crypto`
export const PRODUCTS_LINK = '/dashboard?tab=products'
export const SUBSCRIPTIONS_LINK = '/dashboard?tab=subscriptions'
export const REFERRALS_LINK = '/dashboard?tab=referrals'
export const PROFILE_LINK = '/dashboard?tab=profile'
