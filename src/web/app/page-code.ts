import type { ComponentType } from 'react'
import type { PagePath, PublicPath } from '#shared/pages/page-table.ts'
import { LazyCode, type LazyComponent } from '../lib/lazy-code.ts'

type LoadPage = () => Promise<{ default: ComponentType }>

/** The pages that the server renders too. Each import is a separate chunk. scripts/page-shell.ts reads this list. */
const publicPages: Record<PublicPath, LoadPage> = {
  '/': () => import('../features/landing/landing-page.tsx'),
  '/pricing': () => import('../features/landing/pricing/pricing-page.tsx'),
  '/products': () => import('../features/catalogue/products/products-page.tsx'),
  '/products/:slug': () => import('../features/catalogue/product/product-page.tsx'),
  '/changelog': () => import('../features/catalogue/changelog/changelog-page.tsx'),
  '/terms': () => import('../features/legal/terms-page.tsx'),
  '/terms/2026-11-28': () => import('../features/legal/terms-page.tsx'),
  '/terms/2026-11-25': () => import('../features/legal/versions/terms-2026-11-25.tsx'),
  '/privacy': () => import('../features/legal/privacy-page.tsx'),
  '/privacy/2026-11-28': () => import('../features/legal/privacy-page.tsx'),
  '/privacy/2026-11-25': () => import('../features/legal/versions/privacy-2026-11-25.tsx'),
  '/refund-policy': () => import('../features/legal/refund-policy-page.tsx'),
  '/refund-policy/2026-11-28': () => import('../features/legal/refund-policy-page.tsx'),
  '/refund-policy/2026-11-25': () => import('../features/legal/versions/refund-policy-2026-11-25.tsx'),
  '/licence': () => import('../features/legal/licence-page.tsx'),
  '/about': () => import('../features/legal/about-page.tsx'),
  '/verify': () => import('../features/verify/verify-page.tsx'),
  '/log': () => import('../features/log/log-page.tsx'),
  '/log/entry/:index': () => import('../features/log/entry-page.tsx'),
  '/auth': () => import('../features/accounts/auth-page.tsx'),
  '/find-purchase': () => import('../features/checkout/guest/find-purchase-page.tsx'),
  '/forgot-password': () => import('../features/accounts/forgot-password-page.tsx'),
}

const privatePages: Record<Exclude<PagePath, PublicPath>, LoadPage> = {
  '/orders/:reference/invoice': () => import('../features/invoices/invoice-page.tsx'),
  '/checkout': () => import('../features/checkout/review/checkout-page.tsx'),
  '/success': () => import('../features/checkout/result/success-page.tsx'),
  '/payment/success': () => import('../features/checkout/result/success-page.tsx'),
  '/cancel': () => import('../features/checkout/result/cancel-page.tsx'),
  '/payment/cancel': () => import('../features/checkout/result/cancel-page.tsx'),
  '/dashboard': () => import('../features/dashboard/dashboard-page.tsx'),
  '/reset-password': () => import('../features/accounts/reset-password-page.tsx'),
  '/verify-email': () => import('../features/accounts/verify-email-page.tsx'),
  '/unsubscribe': () => import('../features/contact/unsubscribe-page.tsx'),
  '/newsletter': () => import('../features/contact/newsletter-page.tsx'),
  '/withdraw': () => import('../features/contracts/withdraw-page.tsx'),
  '/download': () => import('../features/mailed-file/download-page.tsx'),
  '/coinbase-checkout': () => import('../features/checkout/crypto/coinbase-checkout-page.tsx'),
  '/secure-portal/management-access': () => import('../admin/shell/management-access-page.tsx'),
  '/secure-management/admin-dashboard': () => import('../admin/shell/admin-dashboard-page.tsx'),
  '/secure-management/recovery': () => import('../admin/recovery/recovery-page.tsx'),
  '/emergency-recovery/2': () => import('../features/emergency/emergency-page.tsx'),
  '/test-email': () => import('../admin/mails/test-email-page.tsx'),
  '/test-coupon': () => import('../admin/mails/test-coupon-page.tsx'),
}

const verifying: LoadPage = async () => ({
  default: (await import('../features/checkout/result/preview.tsx')).ResultPreview,
})

/** The skeletons of private pages without a guard that waits, for the server. */
const previews: Partial<Record<PagePath, LoadPage>> = {
  '/checkout': async () => ({
    default: (await import('../features/checkout/review/skeleton.tsx')).CheckoutSkeleton,
  }),
  '/success': verifying,
  '/payment/success': verifying,
}

/** The code of each page, by path. The server's build has only the skeletons of private pages. */
export const pageCode: ReadonlyMap<string, LazyComponent> = new Map(
  Object.entries<LoadPage>(
    import.meta.env.SSR ? { ...publicPages, ...previews } : { ...publicPages, ...privatePages },
  ).map(([path, load]) => [path, new LazyCode(load)]),
)
