import { Link } from '../../../lib/router/link.tsx'
import { Button } from '../../../ui/button.tsx'

export type RegisterLinkProps = { email: string | null; hasAccount: boolean }

/** Leads to the registration with this address filled in; where the order is in an account, to the login. */
export const RegisterLink = ({ email, hasAccount }: RegisterLinkProps) => (
  <Button asChild>
    {hasAccount ? (
      <Link to="/auth?tab=login">Log in</Link>
    ) : (
      <Link to="/auth?tab=register" state={{ email: email ?? '' }}>
        Create an account
      </Link>
    )}
  </Button>
)
