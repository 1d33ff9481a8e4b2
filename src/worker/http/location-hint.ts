/** What Cloudflare says about the place of a request. Absent in local runs without a network. */
export type RequestPlace = Partial<Pick<IncomingRequestCfProperties, 'continent' | 'country' | 'longitude'>>

/** Countries that Cloudflare counts to Asia, whose data centers are nearer than those of Asia-Pacific. */
const MIDDLE_EAST = new Set('AE BH CY GE AM AZ IL IQ IR JO KW LB OM PS QA SA SY TR YE'.split(' '))

/** Degrees east: Warsaw and Athens are east of it, Berlin and Rome west. */
const EASTERN_EUROPE = 16
/** Degrees east: Denver and San Francisco are west of it, Chicago and New York east. */
const WESTERN_AMERICA = -100

/**
 * The region of Durable Objects that is nearest to a request. Undefined where the place is unknown: then the object is
 * made near the Worker that calls it. Only the first call of an object uses it.
 */
export function locationHint(place: RequestPlace | undefined): DurableObjectLocationHint | undefined {
  const longitude = Number.parseFloat(place?.longitude ?? '')
  switch (place?.continent) {
    case 'EU':
      return longitude > EASTERN_EUROPE ? 'eeur' : 'weur'
    case 'NA':
      return longitude < WESTERN_AMERICA ? 'wnam' : 'enam'
    case 'SA':
      return 'sam'
    case 'AF':
      return 'afr'
    case 'OC':
      return 'oc'
    case 'AS':
      return MIDDLE_EAST.has(place.country ?? '') ? 'me' : 'apac'
    default:
      return undefined
  }
}
