import type { CurrentUser } from '#shared/accounts/contract.ts'
import { useLogOut } from '../../features/accounts/use-log-out.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { AdminLink } from './admin-link.tsx'

export type AccountLinksProps = {
  /** `undefined` until the account is known; then shown as a visitor, unless the first-paint hint says signed in. */
  user: CurrentUser | null | undefined
  /** The text of the link to the admin panel. */
  adminLabel: string
  size?: 'sm' | 'lg'
  block?: boolean
  onLoggedOut?: () => void
}

export function AccountLinks({ user, adminLabel, size, block, onLoggedOut }: AccountLinksProps) {
  const logOut = useLogOut()
  const buttonProps = { size, block }
  if (!user) {
    const unsure = user === undefined ? '[html[data-signed-in]_&]:invisible' : undefined
    return (
      <>
        <Button asChild variant={block ? 'secondary' : 'ghost'} className={unsure} {...buttonProps}>
          <AppLink to="/auth?tab=login">Login</AppLink>
        </Button>
        <Button asChild className={unsure} {...buttonProps}>
          <AppLink to="/auth?tab=register">Sign Up</AppLink>
        </Button>
      </>
    )
  }
  return (
    <>
      {user.isAdmin ? <AdminLink label={adminLabel} {...buttonProps} /> : null}
      <Button asChild {...buttonProps}>
        <AppLink to="/dashboard">Dashboard</AppLink>
      </Button>
      <Button
        variant="ghost"
        busy={logOut.isPending}
        onClick={() => logOut.mutate(undefined, { onSettled: onLoggedOut })}
        {...buttonProps}
      >
        Logout
      </Button>
    </>
  )
}
