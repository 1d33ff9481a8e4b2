import { KeyRound } from 'lucide-react'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { AppLink } from '../app-link.tsx'

/** For admins who are signed out; in the page only after its keys were pressed. */
export function ManagementLink({
  onLeave,
  ...look
}: Pick<ButtonProps, 'size' | 'block'> & { onLeave?: () => void }) {
  return (
    <Button asChild variant="ghost" {...look}>
      <AppLink to="/secure-portal/management-access" onClick={onLeave}>
        <KeyRound aria-hidden="true" />
        Management
      </AppLink>
    </Button>
  )
}
