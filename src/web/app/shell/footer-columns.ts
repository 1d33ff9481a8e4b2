/** The id of the footer: the menu of a browser without scripts. */
export const SITE_LINKS = 'site-links'

export const FOOTER_COLUMNS = [
  {
    title: 'Product',
    links: [
      { to: '/#features', label: 'Features' },
      { to: '/products', label: 'All scripts' },
      { to: '/#pricing', label: 'Pricing' },
      { to: '/pricing', label: 'Compare plans' },
      { to: '/changelog', label: 'Changelog' },
      { to: '/verify', label: 'Check a file' },
      { to: '/log', label: 'Public log' },
    ],
  },
  {
    title: 'Company',
    links: [
      { to: '/about', label: 'About' },
      { to: '/#faq', label: 'FAQ' },
      { to: '/#contact', label: 'Contact' },
      { to: '/find-purchase', label: 'Find my purchase' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: '/terms', label: 'Terms of service' },
      { to: '/privacy', label: 'Privacy' },
      { to: '/refund-policy', label: 'Refund policy' },
      { to: '/licence', label: 'Licence terms' },
      { to: '/withdraw', label: 'Withdraw from contract here' },
    ],
  },
] as const
