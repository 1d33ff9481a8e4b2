import { Button, type ButtonProps } from '../../ui/button.tsx'
import type { CheckoutParams } from './checkout-path.ts'
import { useBuy } from './use-buy.ts'

export type BuyButtonProps = Omit<ButtonProps, 'asChild' | 'onClick' | 'onFocus' | 'onPointerEnter'> &
  CheckoutParams

/** Starts a purchase. The caller provides the label. */
export function BuyButton({ productId, purchaseType, method, ...props }: BuyButtonProps) {
  const { buy, prepare } = useBuy()
  const params: CheckoutParams = { productId, purchaseType, method }
  return (
    <Button
      onClick={() => buy(params)}
      onFocus={() => prepare(params)}
      onPointerEnter={() => prepare(params)}
      {...props}
    />
  )
}
