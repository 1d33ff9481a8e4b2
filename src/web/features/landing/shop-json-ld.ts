import type { ShopFacts } from '#shared/seller/contract.ts'
import { addressLines } from '#shared/seller/seller-lines-rules.ts'
import { BRAND, SUPPORT_EMAIL } from '../../lib/brand.ts'
import { absolute, type JsonLdSource } from '../../lib/json-ld.ts'
import { SHOP_KEY } from '../seller/queries.ts'

/** The organization that runs the site, and the site itself. */
export const shopJsonLd: JsonLdSource = ({ origin, read }) => [
  {
    '@type': 'Organization',
    '@id': absolute(origin, '/#organization'),
    name: BRAND,
    url: absolute(origin, '/'),
    logo: absolute(origin, '/icon-512.png'),
    ...sellerOf(read<ShopFacts>(SHOP_KEY)),
  },
  {
    '@type': 'WebSite',
    '@id': absolute(origin, '/#website'),
    name: BRAND,
    url: absolute(origin, '/'),
    publisher: { '@id': absolute(origin, '/#organization') },
  },
]

/** The facts about the seller, which the footer shows too. */
const sellerOf = (facts: ShopFacts | undefined) => {
  const contactPoint = { '@type': 'ContactPoint', contactType: 'customer support', email: SUPPORT_EMAIL }
  if (!facts?.seller) return { contactPoint }
  const { name, address, vatId, supportHours } = facts.seller
  return {
    legalName: name,
    address: addressLines(address).join(', '),
    ...(vatId !== '' && { vatID: vatId }),
    contactPoint: { ...contactPoint, description: supportHours },
  }
}
