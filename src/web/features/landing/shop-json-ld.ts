import { BRAND, SUPPORT_EMAIL } from '../../lib/brand.ts'
import { absolute, type JsonLdSource } from '../../lib/json-ld.ts'

/** The organization that runs the site, and the site itself. */
export const shopJsonLd: JsonLdSource = ({ origin }) => [
  {
    '@type': 'Organization',
    '@id': absolute(origin, '/#organization'),
    name: BRAND,
    url: absolute(origin, '/'),
    logo: absolute(origin, '/icon-512.png'),
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email: SUPPORT_EMAIL },
  },
  {
    '@type': 'WebSite',
    '@id': absolute(origin, '/#website'),
    name: BRAND,
    url: absolute(origin, '/'),
    publisher: { '@id': absolute(origin, '/#organization') },
  },
]
