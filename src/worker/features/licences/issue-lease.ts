import { DAY } from '#shared/core/time.ts'
import { LEASE_DAYS, type LeaseClaims } from '#shared/licences/contract.ts'
import type { Config } from '../../providers/config.ts'
import { leaseKeyOf } from '../../providers/lease-key.ts'

/** Signs a lease: the right to run a product on a device, also while the shop does not answer. */
export async function issueLease(
  config: Config,
  licenceId: number,
  { id, slug }: { id: number; slug: string },
  deviceId: string,
  now: number,
): Promise<string> {
  const iat = Math.floor(now / 1000)
  const claims: LeaseClaims = {
    iss: config.publicUrl,
    sub: String(licenceId),
    product: slug,
    product_id: id,
    device: deviceId,
    iat,
    exp: iat + (LEASE_DAYS * DAY) / 1000,
  }
  return (await leaseKeyOf(config)).sign(claims)
}
