import { accessRoutes, channelRoutes } from './features/access/routes.ts'
import { elevateRoutes } from './features/accounts/elevate-routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { userRoutes } from './features/accounts/user-routes.ts'
import { bounceRoutes } from './features/bounces/routes.ts'
import { releaseRoutes } from './features/catalogue/release-routes.ts'
import { catalogueRoutes } from './features/catalogue/routes.ts'
import { contactRoutes } from './features/contact/routes.ts'
import { contractRoutes } from './features/contracts/routes.ts'
import { couponManagement } from './features/coupons/manage-routes.ts'
import { couponRoutes } from './features/coupons/routes.ts'
import { allFilesRoutes } from './features/downloads/all-files-routes.ts'
import { emailProductRoutes } from './features/downloads/email-routes.ts'
import { historyRoutes } from './features/downloads/history-routes.ts'
import { mailedLinkRoutes } from './features/downloads/link-routes.ts'
import { compareRoutes, downloadRoutes } from './features/downloads/routes.ts'
import { testEmailRoutes } from './features/downloads/test-email-routes.ts'
import { emergencyDownloads } from './features/emergency/download-routes.ts'
import { emergencyRoutes } from './features/emergency/routes.ts'
import { factorLoginRoutes } from './features/factors/login-routes.ts'
import { factorRoutes } from './features/factors/routes.ts'
import { healthRoutes } from './features/health/routes.ts'
import { orderInvoiceRoutes } from './features/invoices/routes.ts'
import { jwksRoutes } from './features/licences/jwks-routes.ts'
import { licenceRoutes, userLicenceRoutes } from './features/licences/routes.ts'
import { lockdownRoutes } from './features/lockdown/routes.ts'
import { entryRoutes } from './features/log/entry-routes.ts'
import { logRoutes } from './features/log/routes.ts'
import { newsletterRoutes } from './features/newsletter/routes.ts'
import { unsubscribeRoutes } from './features/newsletter/unsubscribe-routes.ts'
import { socketRoutes } from './features/notifications/routes.ts'
import { testNotificationRoutes } from './features/notifications/test-routes.ts'
import { coinbaseRoutes } from './features/payments/checkout/coinbase-routes.ts'
import { renewalRoutes } from './features/payments/checkout/renewal-routes.ts'
import { guestOrderRoutes } from './features/payments/guest-checkout/guest-order-routes.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { webhookRoutes } from './features/payments/webhooks/routes.ts'
import { privacyRoutes } from './features/privacy/routes.ts'
import { recallRoutes } from './features/recalls/routes.ts'
import { referralRoutes } from './features/referrals/routes.ts'
import { purchaseRoutes } from './features/refunds/purchase-routes.ts'
import { imageRoutes } from './features/releases/image-routes.ts'
import { ownReviewRoutes, productReviewRoutes, reviewRoutes } from './features/reviews/routes.ts'
import { shopRoutes } from './features/seller/routes.ts'
import { portalRoutes } from './features/subscriptions/portal-routes.ts'
import { subscriptionRoutes } from './features/subscriptions/routes.ts'
import { newApp } from './new-app.ts'

/** All routes of the API but those of `back-office.ts`. */
export const app = newApp()
  .route('/api/health', healthRoutes)
  .route('/api/shop', shopRoutes)
  .route('/api/auth', accountRoutes)
  .route('/api/auth', factorLoginRoutes)
  .route('/api/auth/secure-operations', elevateRoutes)
  .route('/api/products', catalogueRoutes)
  .route('/api/products', compareRoutes)
  .route('/api/products', channelRoutes)
  .route('/api/products', imageRoutes)
  .route('/api/releases', releaseRoutes)
  .route('/api/my-products', accessRoutes)
  .route('/api/user', userRoutes)
  .route('/api/user/factors', factorRoutes)
  .route('/api/user', privacyRoutes)
  .route('/api/user', referralRoutes)
  .route('/api/user/subscriptions', subscriptionRoutes)
  .route('/api/user/subscriptions', renewalRoutes)
  .route('/api/user/billing-portal', portalRoutes)
  .route('/api/user/purchases', purchaseRoutes)
  .route('/api/user/licences', userLicenceRoutes)
  .route('/api/user/lockdown', lockdownRoutes)
  .route('/api/user/downloads', historyRoutes)
  .route('/api/licences', licenceRoutes)
  .route('/api/coupons', couponRoutes)
  .route('/api/coupons', couponManagement)
  .route('/api/orders', orderInvoiceRoutes)
  .route('/api/payment', paymentRoutes)
  .route('/api/payment/guest', guestOrderRoutes)
  .route('/api/coinbase', coinbaseRoutes)
  .route('/api/webhooks', webhookRoutes)
  .route('/api/webhooks', bounceRoutes)
  .route('/api/recalls', recallRoutes)
  .route('/api/emergency', emergencyRoutes)
  .route('/api/download', emergencyDownloads)
  .route('/api/download', mailedLinkRoutes)
  .route('/api/download', downloadRoutes)
  .route('/api/download', allFilesRoutes)
  .route('/api/email', emailProductRoutes)
  .route('/api/email', unsubscribeRoutes)
  .route('/api/products', productReviewRoutes)
  .route('/api/reviews', reviewRoutes)
  .route('/api/user/reviews', ownReviewRoutes)
  .route('/api/contact', contactRoutes)
  .route('/api/contracts', contractRoutes)
  .route('/api/contact/newsletter', newsletterRoutes)
  .route('/api/test-notification', testNotificationRoutes)
  .route('/api/test-email-delivery', testEmailRoutes)
  .route('/api/log', entryRoutes)
  .route('/log', logRoutes)
  .route('/.well-known', jwksRoutes)
  .route('/ws', socketRoutes)
