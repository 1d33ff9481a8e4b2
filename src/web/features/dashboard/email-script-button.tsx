import { Mail } from 'lucide-react'
import { Button, type ButtonProps } from '../../ui/button.tsx'

export type EmailScriptButtonProps = Pick<
  ButtonProps,
  'variant' | 'size' | 'block' | 'disabled' | 'className'
> & {
  productId: number
  productName: string
  label?: string
}

export function EmailScriptButton({ productId, productName, label, ...look }: EmailScriptButtonProps) {
  return (
    <Button {...look} data-product={productId} aria-label={`${label ?? 'Email Script'}: ${productName}`}>
      <Mail aria-hidden="true" />
      {label ?? 'Email Script'}
    </Button>
  )
}
