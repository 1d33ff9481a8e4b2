/** Sections of the landing page that exist; the links work from every page. */
export const SECTION_LINKS = [
  { to: '/#scripts', label: 'Scripts' },
  { to: '/#pricing', label: 'Pricing' },
] as const
