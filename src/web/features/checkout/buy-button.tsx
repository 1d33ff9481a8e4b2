import { Button, type ButtonProps } from '../../ui/button.tsx'
import type { Wish } from './checkout-path.ts'
import { useBuy } from './use-buy.ts'

export type BuyButtonProps = Omit<ButtonProps, 'asChild' | 'onClick' | 'onFocus' | 'onPointerEnter'> & Wish

/** Starts a purchase; its words are the caller's. */
export function BuyButton({ productId, purchaseType, method, ...props }: BuyButtonProps) {
  const { buy, prepare } = useBuy()
  const wish: Wish = { productId, purchaseType, method }
  return (
    <Button
      onClick={() => buy(wish)}
      onFocus={() => prepare(wish)}
      onPointerEnter={() => prepare(wish)}
      {...props}
    />
  )
}
