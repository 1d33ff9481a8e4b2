export { BRAND } from '#shared/core/brand.ts'

/** The address of the shop's support. */
export const SUPPORT_EMAIL = import.meta.env.VITE_SUPPORT_EMAIL

export type SocialLink = { name: string; href: string; icon: 'mail' | 'feed' | 'chat' | 'code' }

/** The icons of the footer. Add your own channels here; no placeholders. */
export const SOCIAL_LINKS: readonly SocialLink[] = [
  { name: 'Write to us', href: `mailto:${SUPPORT_EMAIL}`, icon: 'mail' },
  { name: 'Changelog feed', href: '/api/releases/feed.xml', icon: 'feed' },
]
