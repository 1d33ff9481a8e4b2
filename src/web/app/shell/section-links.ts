/** The sections of the landing page. The links work from every page. */
export const SECTION_LINKS = [
  { to: '/#features', label: 'Features' },
  { to: '/#scripts', label: 'Scripts' },
  { to: '/#how-it-works', label: 'How it works' },
  { to: '/#pricing', label: 'Pricing' },
  { to: '/#faq', label: 'FAQ' },
  { to: '/#contact', label: 'Contact' },
] as const
