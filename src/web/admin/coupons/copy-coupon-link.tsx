import { Check, Link2, X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/data/use-copy.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { couponLink } from './coupon-link.ts'

const LABELS = { idle: 'Copy link', copied: 'Link copied!', failed: 'Not copied' }
const ICONS = { idle: Link2, copied: Check, failed: X }

/** Copies the link with which the checkout enters the code itself. */
export function CopyCouponLink({ code, variant = 'text' }: { code: string; variant?: 'icon' | 'text' }) {
  const [state, copy] = useCopy()
  const Icon = ICONS[state]
  const onClick = () => copy(couponLink(location.origin, code))
  return variant === 'icon' ? (
    <IconButton label={`${LABELS[state]}: ${code}`} size="sm" icon={<Icon />} onClick={onClick} />
  ) : (
    <Button size="sm" onClick={onClick}>
      <Icon aria-hidden="true" />
      {LABELS[state]}
    </Button>
  )
}
