import type { RefundPreview } from '#shared/refunds/contract.ts'
import { refundEffects } from './refund-effects.ts'

/** The effects of a refund, shown before it is made. */
export function RefundEffectsList({ preview, busy }: { preview: RefundPreview; busy: boolean }) {
  return (
    <div role="status" aria-busy={busy}>
      <p className="font-medium text-fg text-sm">What it does</p>
      <ul className="mt-1.5 flex list-disc flex-col gap-1.5 pl-5 text-muted text-sm marker:text-subtle">
        {refundEffects(preview).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
