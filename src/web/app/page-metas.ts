import type { Product } from '../../worker/features/catalogue/contract.ts'
import { adminTitle } from '../admin/shell/admin-titles.ts'
import { BRAND } from '../ui/brand.ts'
import type { MetaSource } from './page-meta.ts'
import type { PagePath } from './pages.ts'

/** Every page in the words of tabs, search results and link previews. Public pages have a description. */
export const pageMetas: Record<PagePath, MetaSource> = {
  '/': {
    title: `${BRAND} – airdrop automation scripts`,
    description: 'Scripts that plan and pace your airdrop farming. They never ask for a private key.',
  },
  '/pricing': {
    title: 'Plans and prices',
    description:
      'Every script by the month, or for good with one payment. Cancel anytime, with a 7-day money-back guarantee.',
  },
  '/products': {
    title: 'Airdrop scripts',
    description:
      'The catalogue: plain Python and Node.js scripts that plan and pace airdrop farming, each with a version and a checksum.',
  },
  '/products/:slug': ({ params, read }) => {
    const product = read<Product>(['/api/products', params.slug])
    if (!product) return { title: 'Script' }
    return {
      title: product.name,
      description: shortened(product.description),
      canonicalPath: `/products/${product.slug}`,
      ...(product.imageUrl && { image: product.imageUrl }),
    }
  },
  '/changelog': {
    title: 'Changelog',
    description: 'What changed in every release of every script, newest first.',
  },
  '/terms': {
    title: 'Terms of service',
    description: `The terms under which ${BRAND} sells and delivers scripts.`,
  },
  '/privacy': {
    title: 'Privacy',
    description: `What ${BRAND} knows about you, why, for how long, and how to get or delete it.`,
  },
  '/refund-policy': {
    title: 'Refund policy',
    description: 'The 7-day money-back guarantee: what it covers and how to ask for it.',
  },
  '/licence': {
    title: 'Licence terms',
    description: 'What you may do with a script you bought, and on how many devices.',
  },
  '/about': { title: 'About', description: `Who makes ${BRAND}, and the rules the scripts are written by.` },
  '/auth': { title: 'Login or register', description: `Log in to ${BRAND} or create an account.` },
  '/forgot-password': { title: 'Forgot password', description: 'Get a link to set a new password.' },
  '/reset-password': { title: 'Reset password' },
  '/verify-email': { title: 'Confirm your email' },
  '/unsubscribe': { title: 'Email preferences' },
  '/newsletter': { title: 'Newsletter' },
  '/checkout': { title: 'Checkout' },
  '/coinbase-checkout': { title: 'Crypto checkout' },
  '/success': { title: 'Payment' },
  '/payment/success': { title: 'Payment' },
  '/cancel': { title: 'Payment cancelled' },
  '/payment/cancel': { title: 'Payment cancelled' },
  '/dashboard': { title: 'Dashboard' },
  '/secure-portal/management-access': { title: 'Management access' },
  '/secure-management/recovery': { title: 'Recovery tools' },
  '/emergency-recovery/2': { title: 'Emergency download' },
  '/secure-management/admin-dashboard': ({ query }) => ({ title: adminTitle(query.get('tab')) }),
  '/test-email': { title: 'Test email' },
  '/test-coupon': { title: 'Test coupon' },
}

/** Search engines cut at about this length; better at a word. */
function shortened(text: string): string {
  if (text.length <= 160) return text
  return `${text.slice(0, 159).replace(/\s+\S*$/, '')}…`
}
