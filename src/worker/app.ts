import { Hono } from 'hono'
import { accessRoutes, channelRoutes } from './features/access/routes.ts'
import { elevateRoutes } from './features/accounts/elevate-routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { userRoutes } from './features/accounts/user-routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { bounceRoutes } from './features/bounces/routes.ts'
import { productManagement } from './features/catalogue/manage-routes.ts'
import { releaseRoutes } from './features/catalogue/release-routes.ts'
import { catalogueRoutes } from './features/catalogue/routes.ts'
import { showOwnChange } from './features/catalogue/show-own-change.ts'
import { contactManagement } from './features/contact/manage-routes.ts'
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
import { emailRoutes } from './features/email/routes.ts'
import { emergencyDownloads } from './features/emergency/download-routes.ts'
import { emergencyManagement } from './features/emergency/manage-routes.ts'
import { emergencyRoutes } from './features/emergency/routes.ts'
import { exportRoutes } from './features/exports/routes.ts'
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
import { orderRoutes } from './features/orders/order-routes.ts'
import { orderListRoutes } from './features/orders/purchase-routes.ts'
import { subscriptionManagement } from './features/orders/subscription-routes.ts'
import { coinbaseRoutes } from './features/payments/checkout/coinbase-routes.ts'
import { renewalRoutes } from './features/payments/checkout/renewal-routes.ts'
import { guestOrderRoutes } from './features/payments/guest-checkout/guest-order-routes.ts'
import { attachGuestPurchases } from './features/payments/guests/attach-guest-purchases.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { webhookRoutes } from './features/payments/webhooks/routes.ts'
import { privacyRoutes } from './features/privacy/routes.ts'
import { publisherManagement } from './features/publishers/manage-routes.ts'
import { recallManagement } from './features/recalls/manage-routes.ts'
import { recallRoutes } from './features/recalls/routes.ts'
import { deliveryRoutes } from './features/recovery/delivery-routes.ts'
import { recoveryRoutes } from './features/recovery/routes.ts'
import { referralManagement } from './features/referrals/manage-routes.ts'
import { payoutRoutes } from './features/referrals/payout-routes.ts'
import { referralRoutes } from './features/referrals/routes.ts'
import { paymentRefundRoutes, refundRoutes } from './features/refunds/admin-routes.ts'
import { purchaseRoutes } from './features/refunds/purchase-routes.ts'
import { imageRoutes } from './features/releases/image-routes.ts'
import { releaseManagement } from './features/releases/manage-routes.ts'
import { pictureStore } from './features/releases/upload-image.ts'
import { repairRoutes, uploadRoutes } from './features/releases/upload-routes.ts'
import { reviewManagement } from './features/reviews/manage-routes.ts'
import { ownReviewRoutes, productReviewRoutes, reviewRoutes } from './features/reviews/routes.ts'
import { recordSecurity } from './features/security/record-security.ts'
import { securityRoutes } from './features/security/routes.ts'
import { sellerManagement } from './features/seller/manage-routes.ts'
import { shopRoutes } from './features/seller/routes.ts'
import { statsRoutes } from './features/stats/routes.ts'
import { portalRoutes } from './features/subscriptions/portal-routes.ts'
import { subscriptionRoutes } from './features/subscriptions/routes.ts'
import { userActionRoutes } from './features/users/action-routes.ts'
import { userManagement } from './features/users/routes.ts'
import type { AppEnv } from './http/app-env.ts'
import { notifyAdminsAfterWrite } from './http/notify-admins-after-write.ts'
import { notFound, onError } from './http/on-error.ts'
import { openDatabase } from './http/open-database.ts'
import { originGuard } from './http/origin-guard.ts'
import { storableUrl } from './http/validate.ts'
import { configOf } from './providers/config.ts'

/** All middleware and routes of the API. */
export const app = new Hono<AppEnv>()
  .onError(onError)
  .notFound(notFound)
  .use(recordSecurity)
  .use(storableUrl)
  .use(async (c, next) => {
    c.set('config', configOf(c.env))
    await next()
  })
  .use(openDatabase)
  .use(async (c, next) => {
    const [db, config] = [c.get('db'), c.get('config')]
    c.set('claimPurchases', (owner, now) => attachGuestPurchases({ db, config }, owner, now))
    c.set('pictures', pictureStore(c.env, db))
    await next()
  })
  .use(notifyAdminsAfterWrite(['/api/licences/']))
  .use(showOwnChange(['/api/secure-management/']))
  .use(originGuard(['/api/webhooks/', '/api/email/unsubscribe', '/api/licences/']))
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
  .route('/api/recovery', recoveryRoutes)
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
  .route('/api/secure-management/products', productManagement)
  .route('/api/secure-management/products', uploadRoutes)
  .route('/api/secure-management/releases', releaseManagement)
  .route('/api/secure-management/releases', repairRoutes)
  .route('/api/secure-management/recalls', recallManagement)
  .route('/api/secure-management/publisher-keys', publisherManagement)
  .route('/api/secure-management/users', userManagement)
  .route('/api/secure-management/users', userActionRoutes)
  .route('/api/secure-management/email-deliveries', emailRoutes)
  .route('/api/secure-management/refunds', refundRoutes)
  .route('/api/secure-management/payments', paymentRefundRoutes)
  .route('/api/secure-management/payments', orderRoutes)
  .route('/api/secure-management/purchases', orderListRoutes)
  .route('/api/secure-management/subscriptions', subscriptionManagement)
  .route('/api/secure-management/payouts', payoutRoutes)
  .route('/api/secure-management/recovery', deliveryRoutes)
  .route('/api/secure-management/emergency-links', emergencyManagement)
  .route('/api/secure-management/referrals', referralManagement)
  .route('/api/secure-management/contact-messages', contactManagement)
  .route('/api/secure-management/reviews', reviewManagement)
  .route('/api/secure-management/stats', statsRoutes)
  .route('/api/secure-management/exports', exportRoutes)
  .route('/api/secure-management/seller', sellerManagement)
  .route('/api/secure-management/audit', auditRoutes)
  .route('/api/secure-management/security', securityRoutes)
  .route('/api/log', entryRoutes)
  .route('/log', logRoutes)
  .route('/.well-known', jwksRoutes)
  .route('/ws', socketRoutes)
