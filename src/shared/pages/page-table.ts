import { BRAND } from '#shared/core/brand.ts'
import type { PageReadName } from './page-reads.ts'

type Described = {
  /** For tabs, search results and link previews. */
  title: string
  /** One or two sentences, at most 160 characters. */
  description?: string
}

/** A page rendered on the server, the same for all visitors. */
export type PublicEntry = Described & {
  public: true
  /** Names in PAGE_READS. */
  data?: readonly PageReadName[]
  /** The content depends on the query string. */
  readsQuery?: true
  /** Not for search engines. */
  unlisted?: true
  /**
   * The page works without the app, which is loaded when the visitor needs it (docs/decisions/013, 070): at the first
   * movement, touch or key, or at the first touch of a control that works only with it.
   */
  calm?: 'touch' | 'control'
}

/** A page served as its frame and a skeleton, which the browser fills. */
export type PrivateEntry = Described & {
  public?: undefined
  /** The people who may open the page. `self`: the page itself redirects visitors to the login. No guard: everyone. */
  guard?: 'user' | 'admin' | 'self'
}

export type PageEntry = PublicEntry | PrivateEntry

/**
 * Every page of the shop by its path, in the syntax of the browser's router. This table is the source of the router's
 * routes and guards, the Worker's responses, titles and descriptions, and the sitemap. The code of each page is in
 * src/web/app/page-code.ts.
 */
export const PAGES = {
  '/': {
    public: true,
    title: `${BRAND} – airdrop automation scripts`,
    description: 'Scripts that plan and pace your airdrop farming. They never ask for a private key.',
    data: ['offers', 'paymentLinks', 'latestReviews'],
    calm: 'control',
  },
  '/pricing': {
    public: true,
    title: 'Plans and prices',
    description:
      'Every script by the month, or for life with one payment. Cancel anytime, with a 7-day money-back guarantee.',
    data: ['offers', 'paymentLinks'],
    calm: 'control',
  },
  '/products': {
    public: true,
    title: 'Airdrop scripts',
    description:
      'The catalogue: plain Python and Node.js scripts that plan and pace airdrop farming, each with a version and a checksum.',
    data: ['products'],
    readsQuery: true,
    calm: 'touch',
  },
  // The product supplies the other metadata: src/web/app/page-metas.ts.
  '/products/:slug': {
    public: true,
    title: 'Script',
    data: ['product', 'beside', 'reviews'],
    calm: 'touch',
  },
  '/changelog': {
    public: true,
    title: 'Changelog',
    description: 'What changed in every release of every script, newest first.',
    data: ['releases'],
    calm: 'touch',
  },
  '/terms': {
    public: true,
    title: 'Terms of service',
    description: `The terms under which ${BRAND} sells and delivers scripts.`,
    calm: 'touch',
  },
  '/terms/2026-11-28': {
    public: true,
    title: 'Terms of service, version of 2026-11-28',
    description: 'Our terms in the version of 2026-11-28, kept for everybody who agreed to it.',
    unlisted: true,
    calm: 'touch',
  },
  '/terms/2026-11-25': {
    public: true,
    title: 'Terms of service, version of 2026-11-25',
    description: 'Our terms in the version of 2026-11-25, kept for everybody who agreed to it.',
    unlisted: true,
    calm: 'touch',
  },
  '/privacy': {
    public: true,
    title: 'Privacy',
    description: `What ${BRAND} knows about you, why, for how long, and how to get or delete it.`,
    calm: 'touch',
  },
  '/privacy/2026-11-28': {
    public: true,
    title: 'Privacy, version of 2026-11-28',
    description: 'Our privacy policy in the version of 2026-11-28, kept for everybody who agreed to it.',
    unlisted: true,
    calm: 'touch',
  },
  '/privacy/2026-11-25': {
    public: true,
    title: 'Privacy, version of 2026-11-25',
    description: 'Our privacy policy in the version of 2026-11-25, kept for everybody who agreed to it.',
    unlisted: true,
    calm: 'touch',
  },
  '/refund-policy': {
    public: true,
    title: 'Refund policy',
    description: 'The 7-day money-back guarantee: what it covers and how to ask for it.',
    calm: 'touch',
  },
  '/refund-policy/2026-11-28': {
    public: true,
    title: 'Refund policy, version of 2026-11-28',
    description: 'Our refund policy in the version of 2026-11-28, kept for everybody who agreed to it.',
    unlisted: true,
    calm: 'touch',
  },
  '/refund-policy/2026-11-25': {
    public: true,
    title: 'Refund policy, version of 2026-11-25',
    description: 'Our refund policy in the version of 2026-11-25, kept for everybody who agreed to it.',
    unlisted: true,
    calm: 'touch',
  },
  '/licence': {
    public: true,
    title: 'Licence terms',
    description: 'What you may do with a script you bought, and on how many devices.',
    calm: 'touch',
  },
  '/about': {
    public: true,
    title: 'About',
    description: `What ${BRAND} is, the rules the scripts are written by, and how releases are checked.`,
    calm: 'touch',
  },
  '/verify': {
    public: true,
    title: 'Check a file',
    description:
      'Check a script that you downloaded against the public log of all releases, in your browser. Nothing is uploaded.',
  },
  '/log': {
    public: true,
    title: 'Public log',
    description:
      'Every release that was published, withdrawn or recalled here, and every change of a publisher key, in a log that anyone can check.',
    data: ['logCheckpoint', 'logEntries'],
    readsQuery: true,
  },
  // The entry's number is in the title: src/web/app/page-metas.ts.
  '/log/entry/:index': {
    public: true,
    title: 'Log entry',
    description: 'One entry of the public log of releases, as it is logged, and how to check it.',
    data: ['logEntry'],
    unlisted: true,
  },
  '/auth': {
    public: true,
    title: 'Login or register',
    description: `Log in to ${BRAND} or create an account.`,
    readsQuery: true,
    unlisted: true,
    calm: 'touch',
  },
  '/forgot-password': {
    public: true,
    title: 'Forgot password',
    description: 'Get a link to set a new password.',
    unlisted: true,
    calm: 'touch',
  },
  '/find-purchase': {
    public: true,
    title: 'Find my purchase',
    description: 'Bought without an account? Get fresh download links by mail.',
    unlisted: true,
    calm: 'touch',
  },
  '/reset-password': { title: 'Reset password' },
  '/verify-email': { title: 'Confirm your email' },
  '/unsubscribe': { title: 'Email preferences' },
  '/newsletter': { title: 'Newsletter' },
  '/withdraw': { title: 'Withdraw from contract' },
  '/download': { title: 'Your download' },
  '/orders/:reference/invoice': { title: 'Invoice' },
  // A visitor without a session gets the login with the product: src/worker/pages/signed-out-checkout.ts.
  '/checkout': { title: 'Checkout', guard: 'self' },
  '/coinbase-checkout': { title: 'Crypto checkout', guard: 'self' },
  '/success': { title: 'Payment' },
  '/payment/success': { title: 'Payment' },
  '/cancel': { title: 'Payment cancelled' },
  '/payment/cancel': { title: 'Payment cancelled' },
  '/dashboard': { title: 'Dashboard', guard: 'user' },
  '/secure-portal/management-access': { title: 'Management access' },
  // The open tab is added to the title: src/web/app/page-metas.ts.
  '/secure-management/admin-dashboard': { title: 'Admin', guard: 'admin' },
  '/secure-management/recovery': { title: 'Recovery tools', guard: 'admin' },
  '/emergency-recovery/2': { title: 'Emergency download' },
  '/test-email': { title: 'Test email', guard: 'admin' },
  '/test-coupon': { title: 'Test coupon', guard: 'admin' },
} as const satisfies Record<string, PageEntry>

export type PagePath = keyof typeof PAGES

export const PAGE_PATHS = Object.keys(PAGES) as PagePath[]

export type PublicPath = {
  [Path in PagePath]: (typeof PAGES)[Path] extends { public: true } ? Path : never
}[PagePath]
