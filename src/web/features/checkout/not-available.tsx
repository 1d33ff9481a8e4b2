import { Button, type ButtonProps } from '../../ui/button.tsx'

/** Shown instead of a buy button for a product without a file. The server refuses the purchase, too. */
export const NotAvailable = (
  buttonProps: Pick<ButtonProps, 'size' | 'block' | 'className' | 'aria-describedby'>,
) => (
  <Button disabled size="lg" block {...buttonProps}>
    Not available
  </Button>
)
