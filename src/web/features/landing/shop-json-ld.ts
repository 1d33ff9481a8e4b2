import { absolute, type JsonLdSource } from '../../app/json-ld.ts'
import { BRAND, SUPPORT_EMAIL } from '../../ui/brand.ts'

/** Who runs this site, and that it is one. */
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
