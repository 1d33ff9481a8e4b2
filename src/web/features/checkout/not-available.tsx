import { Button, type ButtonProps } from '../../ui/button.tsx'

/** In place of a buy button: nothing is sold that cannot be delivered. The server refuses it, too. */
export const NotAvailable = (
  buttonProps: Pick<ButtonProps, 'size' | 'block' | 'className' | 'aria-describedby'>,
) => (
  <Button disabled size="lg" block {...buttonProps}>
    Not out yet
  </Button>
)
