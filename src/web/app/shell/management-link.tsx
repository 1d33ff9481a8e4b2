import { KeyRound } from 'lucide-react'
import { AppLink } from '../../lib/app-link.tsx'
import { Button, type ButtonProps } from '../../ui/button.tsx'

/** For signed-out admins. Rendered only after its key combination was pressed. */
export function ManagementLink(buttonProps: Pick<ButtonProps, 'size' | 'block'>) {
  return (
    <Button asChild variant="ghost" {...buttonProps}>
      <AppLink to="/secure-portal/management-access">
        <KeyRound aria-hidden="true" />
        Management
      </AppLink>
    </Button>
  )
}
