import type { RefundPreview } from '#shared/refunds/contract.ts'

/** The effects of a refund besides the money, one sentence each. */
export function refundEffects(preview: RefundPreview): string[] {
  const effects: [boolean, string][] = [
    [preview.endsAccess, 'Access ends at once: files, emailed links and everything that a plan includes.'],
    [preview.endsLicence, 'Its licence key stops working on every device.'],
    [preview.endsSubscription, 'The subscription ends and will not be charged again.'],
    [preview.commission === 'reduced', 'The affiliate’s commission is reduced in proportion.'],
    [preview.commission === 'cancelled', 'The affiliate’s commission is cancelled.'],
    [preview.returnsCouponUse, 'Its use of the coupon no longer counts.'],
  ]
  const shown = effects.flatMap(([happens, text]) => (happens ? [text] : []))
  return preview.endsAccess ? shown : [...shown, 'Access stays as it is.']
}
