import type { CurrentUser } from '../../../worker/features/accounts/contract.ts'
import { useLogOut } from '../../features/accounts/use-log-out.ts'
import { Button } from '../../ui/button.tsx'
import { AppLink } from '../app-link.tsx'

export type AccountLinksProps = {
  /** `undefined` while it is not known who is here: a visitor, unless the first paint's hint says otherwise. */
  user: CurrentUser | null | undefined
  /** What the link to the admin panel says. */
  adminLabel: string
  size?: 'sm' | 'lg'
  block?: boolean
  /** A link was followed. */
  onLeave?: () => void
}

export function AccountLinks({ user, adminLabel, size, block, onLeave }: AccountLinksProps) {
  const logOut = useLogOut()
  const look = { size, block }
  if (!user) {
    const unsure = user === undefined ? '[html[data-signed-in]_&]:invisible' : undefined
    return (
      <>
        <Button asChild variant={block ? 'secondary' : 'ghost'} className={unsure} {...look}>
          <AppLink to="/auth?tab=login" onClick={onLeave}>
            Login
          </AppLink>
        </Button>
        <Button asChild variant="primary" className={unsure} {...look}>
          <AppLink to="/auth?tab=register" onClick={onLeave}>
            Sign Up
          </AppLink>
        </Button>
      </>
    )
  }
  return (
    <>
      {user.isAdmin ? (
        <Button asChild variant={block ? 'secondary' : 'ghost'} {...look}>
          <AppLink to="/secure-management/admin-dashboard" onClick={onLeave}>
            {adminLabel}
          </AppLink>
        </Button>
      ) : null}
      <Button asChild {...look}>
        <AppLink to="/dashboard" onClick={onLeave}>
          Dashboard
        </AppLink>
      </Button>
      <Button
        variant="ghost"
        busy={logOut.isPending}
        onClick={() => logOut.mutate(undefined, { onSettled: onLeave })}
        {...look}
      >
        Logout
      </Button>
    </>
  )
}
