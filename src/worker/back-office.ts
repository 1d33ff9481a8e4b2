import { auditRoutes } from './features/audit/routes.ts'
import { productManagement } from './features/catalogue/manage-routes.ts'
import { contactManagement } from './features/contact/manage-routes.ts'
import { emailRoutes } from './features/email/routes.ts'
import { emergencyManagement } from './features/emergency/manage-routes.ts'
import { exportRoutes } from './features/exports/routes.ts'
import { orderRoutes } from './features/orders/order-routes.ts'
import { orderListRoutes } from './features/orders/purchase-routes.ts'
import { subscriptionManagement } from './features/orders/subscription-routes.ts'
import { publisherManagement } from './features/publishers/manage-routes.ts'
import { recallManagement } from './features/recalls/manage-routes.ts'
import { deliveryRoutes } from './features/recovery/delivery-routes.ts'
import { recoveryRoutes } from './features/recovery/routes.ts'
import { referralManagement } from './features/referrals/manage-routes.ts'
import { payoutRoutes } from './features/referrals/payout-routes.ts'
import { paymentRefundRoutes, refundRoutes } from './features/refunds/admin-routes.ts'
import { releaseManagement } from './features/releases/manage-routes.ts'
import { repairRoutes, uploadRoutes } from './features/releases/upload-routes.ts'
import { reviewManagement } from './features/reviews/manage-routes.ts'
import { securityRoutes } from './features/security/routes.ts'
import { sellerManagement } from './features/seller/manage-routes.ts'
import { statsRoutes } from './features/stats/routes.ts'
import { userActionRoutes } from './features/users/action-routes.ts'
import { userManagement } from './features/users/routes.ts'
import { newApp } from './new-app.ts'

/**
 * The routes below `/api/secure-management/` and `/api/recovery/`, which only the back office calls. Their code loads at the
 * first call in an isolate.
 */
export const backOffice = newApp()
  .route('/api/recovery', recoveryRoutes)
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
