import { Button, type ButtonProps } from '../../ui/button.tsx'

/** In place of a buy button: nothing is sold that cannot be delivered. The server refuses it, too. */
export const NotOutYet = (look: Pick<ButtonProps, 'size' | 'block' | 'className' | 'aria-describedby'>) => (
  <Button disabled size="lg" block {...look}>
    Not out yet
  </Button>
)
