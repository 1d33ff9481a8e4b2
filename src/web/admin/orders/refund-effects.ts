import type { RefundPreview } from '#shared/refunds/contract.ts'

/** What a refund of this much does besides giving money back, each in a sentence. */
export function refundEffects(preview: RefundPreview): string[] {
  const effects: [boolean, string][] = [
    [preview.endsAccess, 'Access ends at once: files, emailed links and everything that a plan includes.'],
    [preview.endsLicence, 'Its licence key stops working on every device.'],
    [preview.endsSubscription, 'The subscription ends and will not be charged again.'],
    [preview.commission === 'reduced', 'The affiliate’s commission is reduced in proportion.'],
    [preview.commission === 'cancelled', 'The affiliate’s commission is cancelled.'],
    [preview.returnsCouponUse, 'The use of its coupon does not count any more.'],
  ]
  const told = effects.flatMap(([happens, text]) => (happens ? [text] : []))
  return preview.endsAccess ? told : [...told, 'Access stays as it is.']
}
